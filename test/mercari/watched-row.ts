import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { at } from "../emulators/test-clock.ts";
import type { CrawlWorld } from "./crawl-world.ts";

const THUMBNAIL = "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg";

/** Stores a row as a search page created it at the start, and watches it; other rows of the same product fill the list. */
export async function storeWatchedRow(
  world: CrawlWorld,
  productId: string,
  item: ListedItem,
  changes: Partial<CrawlResult> = {},
  others = 0,
): Promise<CrawlResult> {
  const row = await world.results.put({
    productId,
    externalId: item.id,
    name: item.name,
    price: item.price,
    sellingUrl: `https://jp.mercari.com/item/${item.id}`,
    imageUrl: THUMBNAIL,
    sellingStatus: ON_SALE,
    sellerType: 1,
    sellerId: item.sellerId,
    condition: 3,
    categoryId: null,
    soldOutAt: null,
    saleBetween: null,
    createdAt: at(0).toISOString(),
    updatedAt: at(0).toISOString(),
    deletedSince: null,
    unreadableSince: null,
    version: 0,
    ...changes,
  });
  if (row === null) throw new Error("The row is there.");
  const { externalId, price, sellingStatus } = row;
  const list = Array.from({ length: others }, (_, index): WatchEntry => {
    return { externalId: `m9${index}`, price: 500, sellingStatus: ON_SALE, dueAt: 0 };
  });
  await world.watch.set(productId, [{ externalId, price, sellingStatus, dueAt: 0 }, ...list]);
  return row;
}
