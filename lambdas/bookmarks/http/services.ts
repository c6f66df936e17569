import type { ItemServices } from "../../shared/saved-items/item-operations.ts";
import type { BookmarkTypes } from "../tables/bookmark-table.ts";
import type { ContentStore } from "../tables/content-store.ts";
import type { FailedJobTable } from "../tables/failed-job-table.ts";

/** The services of the operations on bookmarks. */
export interface BookmarksServices extends ItemServices<BookmarkTypes> {
  readonly contents: Pick<ContentStore, "get">;
  readonly failedJobs: FailedJobTable;
  /** The site's public address, without a slash at the end. */
  readonly siteUrl: string;
}
