import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { changeSource } from "../shared/changes/change-index.ts";
import type { StoredItem } from "../shared/saved-items/stored-item.ts";
import { toItem } from "../shared/saved-items/stored-item.ts";
import { bookmarkAnswer } from "./http/bookmark-answer.ts";
import { BOOKMARKS } from "./tables/bookmark-table.ts";

/** The changes of bookmarks. @param table name of table `bookmarks` */
export function bookmarkChanges(client: DynamoDBDocumentClient, table: string, siteUrl: string) {
  const toAnswer = bookmarkAnswer(siteUrl);
  return changeSource(client, table, (stored: StoredItem) => toAnswer(toItem(BOOKMARKS, stored)));
}
