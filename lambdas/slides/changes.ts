import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { changeSource } from "../shared/changes/change-index.ts";
import { stockAnswer } from "./stock-answer.ts";
import type { StockItem } from "./stock-item.ts";
import { toStock } from "./stock-item.ts";

/** The changes of stocks. @param table name of table `stocks` */
export function stockChanges(client: DynamoDBDocumentClient, table: string) {
  return changeSource(client, table, (item: StockItem) => stockAnswer(toStock(item)));
}
