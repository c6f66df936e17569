import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { resultRow } from "./result-rows.ts";

const THUMBNAIL = "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg";

/** Stores a row as a search page created it at the start, and watches it; other rows of the same product fill the list. */
export async function storeWatchedRow(
  world: CrawlWorld,
  productId: string,
  item: ListedItem,
  changes: Partial<CrawlResult> = {},
  others = 0,
): Promise<CrawlResult> {
  const { id: externalId, name, price, sellerId } = item;
  const found = { externalId, name, price, sellerId, condition: 3, categoryId: null, imageUrl: THUMBNAIL, version: 0 };
  const row = await world.results.put(resultRow(productId, 0, { ...found, soldOutAt: null, ...changes }));
  if (row === null) throw new Error("The row is there.");
  const list = Array.from({ length: others }, (_, index): WatchEntry => {
    return { externalId: `m9${index}`, price: 500, sellingStatus: ON_SALE, dueAt: 0 };
  });
  const { sellingStatus } = row;
  await world.watch.set(productId, [
    { externalId: row.externalId, price: row.price, sellingStatus, dueAt: 0 },
    ...list,
  ]);
  return row;
}
