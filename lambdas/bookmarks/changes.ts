import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { changeSource } from "../shared/changes/change-index.ts";
import { bookmarkAnswer } from "./http/bookmark-answer.ts";
import type { BookmarkItem } from "./tables/bookmark-item.ts";
import { toBookmark } from "./tables/bookmark-item.ts";

/** The changes of bookmarks. @param table name of table `bookmarks` */
export function bookmarkChanges(client: DynamoDBDocumentClient, table: string) {
  return changeSource(client, table, (item: BookmarkItem) => bookmarkAnswer(toBookmark(item)));
}
