import type { Clock } from "../shared/clock.ts";
import { log } from "../shared/log.ts";
import { PictureStore } from "../shared/pictures/picture-store.ts";
import { reconcilableFiles } from "../shared/saved-items/reconcilable-files.ts";
import type { ResendQueue } from "../shared/work/backlog.ts";
import { resendQueue } from "../shared/work/backlog.ts";
import type { Outgoing } from "../shared/work/queue.ts";
import type { OverdueWorkItem, Reconcilable } from "../shared/work/reconcile.ts";
import { RECONCILE_GRACE_MS, reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import type { BookmarkTable } from "./tables/bookmark-table.ts";
import { bookmarkTable, deletedContents, failProcessing } from "./tables/bookmark-table.ts";
import { ContentStore } from "./tables/content-store.ts";
import { reconcileUses } from "./uses.ts";
import type { ProcessingMessage } from "./work/processing-message.ts";
import { PAGE_CHECKS, processingMessageOf } from "./work/processing-message.ts";

/** A bookmark is late when its next attempt should have begun, or ended, five minutes ago. An alarm counts the log line. */
const LATE_MS = 5 * 60_000;

export function reconcilableBookmarks(
  bookmarks: Pick<BookmarkTable, "overdue" | "postponeReconcile" | "fail">,
  queue: ResendQueue<ProcessingMessage>,
  clock: Clock,
): Reconcilable {
  return {
    ...reconcilable({
      name: "bookmarks",
      table: bookmarks,
      queue,
      toMessage: processingMessageOf,
      giveUp(bookmark, code) {
        const failure = { jobType: "extraction", code, retryable: true } as const;
        return failProcessing(bookmarks, bookmark, failure, { workId: bookmark.workId, now: clock.now() });
      },
      clock,
    }),
    async findLate() {
      // The index is in order of `reconcile_at`, which is one grace period after the planned time. Waits between attempts
      // are planned, so that a bookmark is not late during a wait.
      const graceLeft = clock.wait(RECONCILE_GRACE_MS - LATE_MS);
      const [oldest] = await bookmarks.overdue(new Date(clock.now().getTime() + graceLeft), 1);
      if (oldest === undefined) return null;
      return () => log.warn("bookmark_late", { bookmark_id: oldest.id, rounds: oldest.reconcileRounds });
    },
  };
}

/**
 * The checks of pages that are due: one message asks for all of them, and only while the queue has no other, so that checks
 * wait for what people save.
 */
export function reconcilablePageChecks(
  bookmarks: Pick<BookmarkTable, "checks">,
  queue: ResendQueue<ProcessingMessage>,
  clock: Clock,
): Reconcilable<OverdueWorkItem & Outgoing<ProcessingMessage>> {
  const never = { rounds: 0, postpone: async () => undefined, giveUp: async () => undefined };
  return {
    name: "page_checks",
    // The bookmarks' part logs a backlog.
    queue: null,
    async overdue() {
      const due = await bookmarks.checks.due(clock.now(), 1);
      return due.length === 0 || (await queue.backlog()) !== "none" ? [] : [{ ...never, message: PAGE_CHECKS }];
    },
    send: (messages, correlationId) => queue.sendAll(messages, correlationId),
  };
}

export const bookmarksReconcile = reconcilePart(reconcileUses, (env, { tables, queues, objects, clock }) => {
  const bookmarks = bookmarkTable(tables, env.BOOKMARKS_TABLE);
  const files = deletedContents(tables, env.BOOKMARKS_TABLE, {
    contents: new ContentStore(objects, env.CONTENT_BUCKET),
    pictures: new PictureStore(objects, env.SITE_BUCKET),
  });
  return [
    reconcilableBookmarks(bookmarks, resendQueue(queues, env.BOOKMARK_PROCESSING_QUEUE_URL), clock),
    reconcilablePageChecks(bookmarks, resendQueue(queues, env.BOOKMARK_PROCESSING_QUEUE_URL), clock),
    reconcilableFiles("deleted_contents", files, clock),
  ];
});
