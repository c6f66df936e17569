import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { changeSource } from "../shared/changes/change-index.ts";
import type { StoredItem } from "../shared/saved-items/stored-item.ts";
import { toItem } from "../shared/saved-items/stored-item.ts";
import { stockAnswer } from "./stock-answer.ts";
import { STOCKS } from "./stock-table.ts";

/** The changes of stocks. @param table name of table `stocks` */
export function stockChanges(client: DynamoDBDocumentClient, table: string, siteUrl: string) {
  const toAnswer = stockAnswer(siteUrl);
  return changeSource(client, table, (stored: StoredItem) => toAnswer(toItem(STOCKS, stored)));
}
