import type { OnceServices } from "../../shared/idempotency/once.ts";
import type { BookmarkTable } from "../tables/bookmark-table.ts";
import type { FailedJobTable } from "../tables/failed-job-table.ts";
import type { ProcessingRequester } from "../work/request-processing.ts";

/** The services of the operations on bookmarks. */
export interface BookmarksServices extends OnceServices, ProcessingRequester {
  readonly bookmarks: BookmarkTable;
  readonly failedJobs: FailedJobTable;
}
