import type { OnceServices } from "../shared/once.ts";
import type { Queue } from "../shared/queue.ts";
import type { BookmarkTable } from "./bookmark-table.ts";
import type { FailedJobTable } from "./failed-job-table.ts";
import type { ProcessingMessage } from "./processing-message.ts";

/** What the operations on bookmarks work with. */
export interface BookmarksServices extends OnceServices {
  readonly bookmarks: BookmarkTable;
  readonly failedJobs: FailedJobTable;
  readonly processingQueue: Queue<ProcessingMessage>;
}
