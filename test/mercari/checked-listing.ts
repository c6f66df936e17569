import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";
import { syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { listingPage } from "./crawl-world.ts";
import { product, world } from "./crawled-product.ts";
import { listed } from "./readers/page-answers.ts";
import { resultRow } from "./result-rows.ts";

const THUMBNAIL = "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg";

/** The listing of the test's product whose detail page is checked, and the message that requests the check. */
export const ITEM = listed();
export const MESSAGE = () => syncDetailOf({ productId: product.id, externalId: ITEM.id });

/** Stores its row as a search page created it at the start, and watches it; other rows of the product fill the list. */
export async function known(changes: Partial<CrawlResult> = {}, others = 0): Promise<CrawlResult> {
  const { id: externalId, name, price, sellerId } = ITEM;
  const found = { externalId, name, price, sellerId, condition: 3, categoryId: null, imageUrl: THUMBNAIL, version: 0 };
  const stored = await world.results.put(resultRow(product.id, 0, { ...found, soldOutAt: null, ...changes }));
  if (stored === null) throw new Error("The row is there.");
  const list = Array.from({ length: others }, (_, index): WatchEntry => {
    return { externalId: `m9${index}`, price: 500, sellingStatus: ON_SALE, dueAt: 0 };
  });
  const { sellingStatus } = stored;
  await world.watch.set(product.id, [
    { externalId: stored.externalId, price: stored.price, sellingStatus, dueAt: 0 },
    ...list,
  ]);
  return stored;
}

export const row = () => world.results.get({ productId: product.id, externalId: ITEM.id });
/** Its entry in the watch list. */
export const entry = async () =>
  (await world.watch.listAll(product.id)).find(({ externalId }) => externalId === ITEM.id);

/** Makes the site show its detail page. */
export function show(changes: Partial<ListedItem> = {}): void {
  world.fetching.answer = () => listingPage({ ...ITEM, ...changes });
}
