import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PictureStore } from "../shared/pictures/picture-store.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { BOOKMARKS, bookmarkTable, deletedContents } from "./tables/bookmark-table.ts";
import type { ContentStore } from "./tables/content-store.ts";

export { bookmarkAnswer } from "./http/bookmark-answer.ts";
export { readContent } from "./http/read-content.ts";
export { ContentStore } from "./tables/content-store.ts";

/** What the feature keeps of people. @param table name of table `bookmarks` */
export function personalBookmarks(
  client: DynamoDBDocumentClient,
  table: string,
  { contents, pictures }: { readonly contents: ContentStore; readonly pictures: PictureStore },
) {
  const files = deletedContents(client, table, { contents, pictures });
  return {
    items: bookmarkTable(client, table),
    contents,
    data: [new PersonalItems(client, table, BOOKMARKS, files)],
  };
}
