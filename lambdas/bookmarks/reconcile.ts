import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import { reconcilable } from "../shared/work/reconcilable.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilePart } from "../shared/work/reconcile.ts";
import { BookmarkTable } from "./tables/bookmark-table.ts";
import { logLateBookmark } from "./work/late-bookmark.ts";
import type { ProcessingMessage } from "./work/request-processing.ts";
import { processingMessageOf } from "./work/request-processing.ts";

/** The bookmarks that have been pending or processing too long. */
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
