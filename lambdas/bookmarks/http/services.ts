import type { OnceServices } from "../../shared/idempotency/once.ts";
import type { Queue } from "../../shared/work/queue.ts";
import type { BookmarkTable } from "../tables/bookmark-table.ts";
import type { FailedJobTable } from "../tables/failed-job-table.ts";
import type { ProcessingMessage } from "../work/processing-message.ts";

/** What the operations on bookmarks work with. */
export interface BookmarksServices extends OnceServices {
  readonly bookmarks: BookmarkTable;
  readonly failedJobs: FailedJobTable;
  readonly processingQueue: Queue<ProcessingMessage>;
}
