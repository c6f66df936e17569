import type { Clock } from "../shared/clock.ts";
import type { Queue } from "../shared/queue.ts";
import type { Reconcilable } from "../shared/reconcile.ts";
import type { BookmarkTable } from "./bookmark-table.ts";
import type { ProcessingMessage } from "./processing-message.ts";
import { processingMessageOf } from "./processing-message.ts";

/** Bookmarks that stay on their way although their queue should have finished with them long ago. */
export function reconcilableBookmarks(
  bookmarks: BookmarkTable,
  queue: Queue<ProcessingMessage>,
  clock: Clock,
): Reconcilable {
  return {
    things: "bookmarks",
    async overdue(limit) {
      const overdue = await bookmarks.overdue(clock.now(), limit);
      return overdue.map((bookmark) => ({
        rounds: bookmark.reconcileRounds,
        async resend(correlationId, graceMilliseconds) {
          // Send first: a crash in between sends once more, which is harmless, and never counts a round for nothing.
          await queue.send(processingMessageOf(bookmark), correlationId);
          const until = new Date(clock.now().getTime() + graceMilliseconds);
          await bookmarks.postponeReconcile(bookmark, bookmark.processingId, until, bookmark.reconcileRounds + 1);
        },
        async giveUp(code) {
          const failure = { jobType: "extraction", code, retryable: true } as const;
          await bookmarks.saveFailure(bookmark, bookmark.processingId, failure, clock.now());
        },
      }));
    },
  };
}
