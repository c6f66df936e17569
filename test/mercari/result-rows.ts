import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import { INDIVIDUAL, SHOP, sellingUrl } from "../../lambdas/mercari/domain/listing-link.ts";
import { toResultItem } from "../../lambdas/mercari/tables/result-item.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

/** A name of the longest length that Mercari allows: forty Japanese characters of three bytes. */
const LONGEST_NAME = "中古フィルムカメラ単焦点レンズ付属動作確認済元箱説明書保証書完備即購入歓迎送料無料匿名";

/** A product id that no other test uses, since tests share a table. */
export function newProductId(): string {
  products += 1;
  return `00000000-0000-8000-8000-${String(products).padStart(12, "0")}`;
}
let products = 0;

/** A row of the largest size, with these changes. Every fourth is a shop's, with its longer id. */
export function resultRow(productId: string, number: number, changes: Partial<CrawlResult> = {}): CrawlResult {
  const sellerType = number % 4 === 3 ? SHOP : INDIVIDUAL;
  const externalId =
    changes.externalId ?? `${sellerType === SHOP ? "2JKZn7avt8F84m" : "m"}${String(number).padStart(11, "0")}`;
  const sellingStatus = changes.sellingStatus ?? ON_SALE;
  return {
    productId,
    externalId,
    name: LONGEST_NAME.slice(0, 40),
    price: 1_000 + number,
    sellingUrl: sellingUrl({ externalId, sellerType }),
    imageUrl: `https://static.mercdn.net/thumb/item/webp/${externalId}_1.jpg?1795143600`,
    sellingStatus,
    sellerType,
    sellerId: String(100_000_000 + number),
    condition: 4,
    categoryId: 1_234,
    soldOutAt: sellingStatus === SOLD ? at(number * MINUTE).toISOString() : null,
    saleBetween: null,
    createdAt: at(0).toISOString(),
    updatedAt: at(number * MINUTE).toISOString(),
    deletedSince: null,
    unreadableSince: null,
    version: 1,
    ...changes,
  };
}

/** Puts rows into the table unchanged, versions included. */
export async function storeRows(
  { client }: Pick<TestDynamo, "client">,
  rows: readonly CrawlResult[],
  table = "mercari",
): Promise<void> {
  for (let first = 0; first < rows.length; first += 25) {
    const puts = rows.slice(first, first + 25).map((row) => ({ PutRequest: { Item: { ...toResultItem(row) } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
  }
}
