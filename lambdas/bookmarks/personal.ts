import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { FileFolders } from "../shared/saved-items/item-files.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { BOOKMARKS, bookmarkTable, deletedContents } from "./tables/bookmark-table.ts";

export { bookmarkAnswer } from "./http/bookmark-answer.ts";
export { readContent } from "./http/read-content.ts";
export { contentsOnDemand } from "./tables/contents-on-demand.ts";

/** The feature's data about people. @param table name of table `bookmarks` */
export function personalBookmarks(
  client: DynamoDBDocumentClient,
  table: string,
  folders: { readonly contents: FileFolders; readonly pictures: FileFolders },
) {
  const files = deletedContents(client, table, folders);
  return {
    items: bookmarkTable(client, table),
    data: [new PersonalItems(client, table, BOOKMARKS, files)],
  };
}
