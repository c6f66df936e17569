import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilePart } from "../shared/work/reconcile.ts";
import { BookmarkTable } from "./tables/bookmark-table.ts";
import type { ProcessingMessage } from "./work/processing-message.ts";
import { processingMessageOf } from "./work/processing-message.ts";

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
        async send(correlationId) {
          await queue.send(processingMessageOf(bookmark), correlationId);
        },
        async postpone(until, rounds) {
          await bookmarks.postponeReconcile(bookmark, bookmark.processingId, until, rounds);
        },
        async giveUp(code) {
          const failure = { jobType: "extraction", code, retryable: true } as const;
          await bookmarks.saveFailure(bookmark, bookmark.processingId, failure, clock.now());
        },
      }));
    },
  };
}

/** What the reconcile schedule looks after for bookmarks. */
export const bookmarksReconcile = reconcilePart(
  { BOOKMARKS_TABLE: text, BOOKMARK_PROCESSING_QUEUE_URL: text },
  (env, { tables, queues, clock }) => {
    const bookmarks = new BookmarkTable(tables, env.BOOKMARKS_TABLE);
    return [reconcilableBookmarks(bookmarks, jsonQueue(queues, env.BOOKMARK_PROCESSING_QUEUE_URL), clock)];
  },
);
