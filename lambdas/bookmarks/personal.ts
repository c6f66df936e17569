import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PersonalData } from "../shared/personal-data.ts";
import type { PictureStore } from "../shared/pictures/picture-store.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { BOOKMARKS, bookmarkTable, deletedContents } from "./tables/bookmark-table.ts";
import type { ContentStore } from "./tables/content-store.ts";
import type { DailyUse } from "./tables/daily-uses-table.ts";
import { DailyUsesTable } from "./tables/daily-uses-table.ts";

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
  const usesOf = (name: string, use: DailyUse): PersonalData => ({
    name,
    deletePage: async (userId) => ({
      deleted: await new DailyUsesTable(client, table, use, 0).deleteAll(userId),
      position: null,
    }),
    // They expire with their day.
    movePage: null,
  });
  return {
    items: bookmarkTable(client, table),
    contents,
    data: [
      new PersonalItems(client, table, BOOKMARKS, files),
      usesOf("model_summaries", "model-summaries"),
      usesOf("copied_pictures", "copied-pictures"),
    ],
  };
}
