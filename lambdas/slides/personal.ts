import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { FileFolders } from "../shared/saved-items/item-files.ts";
import { PersonalItems } from "../shared/saved-items/personal-items.ts";
import { deletedPictures, STOCKS, stockTable } from "./stock-table.ts";

export { stockAnswer } from "./stock-answer.ts";

/** What the feature keeps of people. @param table name of table `stocks` */
export function personalStocks(client: DynamoDBDocumentClient, table: string, pictures: FileFolders) {
  const files = deletedPictures(client, table, pictures);
  return { items: stockTable(client, table), data: [new PersonalItems(client, table, STOCKS, files)] };
}
