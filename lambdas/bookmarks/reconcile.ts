import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { RECONCILE_GRACE_MS, reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { BookmarkTable } from "./tables/bookmark-table.ts";
import type { ProcessingMessage } from "./work/request-processing.ts";
import { processingMessageOf } from "./work/request-processing.ts";

/** A bookmark is late when its next attempt should have begun, or ended, five minutes ago. */
const LATE_MS = 5 * 60_000;

/**
 * Logs the bookmark that is late for the longest time, if there is one. An alarm counts the line. Waits between attempts are
 * planned, so that a bookmark is not late during a wait.
 */
async function logLateBookmark(bookmarks: BookmarkTable, clock: Clock): Promise<void> {
  // The index is in order of `reconcile_at`, which is one grace period after the planned time.
  const [oldest] = await bookmarks.overdue(
    new Date(clock.now().getTime() + clock.wait(RECONCILE_GRACE_MS - LATE_MS)),
    1,
  );
  if (oldest !== undefined) log.warn("bookmark_late", { bookmark_id: oldest.id, rounds: oldest.reconcileRounds });
}

/** The overdue bookmarks. */
export function reconcilableBookmarks(
  bookmarks: BookmarkTable,
  queue: Queue<ProcessingMessage>,
  clock: Clock,
): Reconcilable {
  const pending = reconcilable({
    things: "bookmarks",
    table: bookmarks,
    queue,
    toMessage: processingMessageOf,
    giveUp(bookmark, code) {
      const failure = { jobType: "extraction", code, retryable: true } as const;
      return bookmarks.saveFailure(bookmark, bookmark.processingId, failure, clock.now());
    },
    clock,
  });
  return {
    ...pending,
    async overdue(limit) {
      await logLateBookmark(bookmarks, clock);
      return pending.overdue(limit);
    },
  };
}

/** The bookmarks feature's part in reconcile. */
export const bookmarksReconcile = reconcilePart(
  { BOOKMARKS_TABLE: text, BOOKMARK_PROCESSING_QUEUE_URL: text },
  (env, { tables, queues, clock }) => {
    const bookmarks = new BookmarkTable(tables, env.BOOKMARKS_TABLE);
    return [reconcilableBookmarks(bookmarks, jsonQueue(queues, env.BOOKMARK_PROCESSING_QUEUE_URL), clock)];
  },
);
