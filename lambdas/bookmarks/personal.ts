import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PersonalData } from "../shared/personal-data.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { BOOKMARKS, bookmarkTable, deletedContents } from "./tables/bookmark-table.ts";
import type { ContentStore } from "./tables/content-store.ts";
import { ModelSummariesTable } from "./tables/model-summaries-table.ts";

export { bookmarkAnswer } from "./http/bookmark-answer.ts";
export { readContent } from "./http/read-content.ts";
export { ContentStore, contentClient } from "./tables/content-store.ts";

/** What the feature keeps of people. @param table name of table `bookmarks` */
export function personalBookmarks(client: DynamoDBDocumentClient, table: string, contents: ContentStore) {
  const files = deletedContents(client, table, contents);
  return {
    items: bookmarkTable(client, table),
    contents,
    data: [new PersonalItems(client, table, BOOKMARKS, files), summaryCounts(client, table)],
  };
}

function summaryCounts(client: DynamoDBDocumentClient, table: string): PersonalData {
  const counts = new ModelSummariesTable(client, table, 0);
  return {
    name: "model_summaries",
    deletePage: async (userId) => ({ deleted: await counts.deleteAll(userId), position: null }),
    // They expire with their day.
    movePage: null,
  };
}
