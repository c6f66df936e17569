import { isDeepStrictEqual } from "node:util";
import type { PriceSummary } from "../domain/price-summary.ts";
import { salesCountFrom, summarizePrices } from "../domain/price-summary.ts";
import type { Product } from "../domain/product.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import type { CrawlServices } from "./crawl-services.ts";

/** Reads the prices that a product's cheapest offer is compared with. @param watched the product's watch list */
export async function readPrices(
  { id, searches, prices }: Pick<Product, "id" | "searches" | "prices">,
  watched: readonly WatchEntry[],
  { results, clock }: Pick<CrawlServices, "results" | "clock">,
): Promise<PriceSummary> {
  const now = clock.now();
  const sales = await results.listSold(id, salesCountFrom(now), null);
  return summarizePrices({ watched, sales }, searches, prices, now);
}

/** Summarizes a product's prices again after a detail check. @param product as it was before the check */
export async function refreshPrices(
  product: Product,
  services: Pick<CrawlServices, "results" | "clock" | "watch" | "products">,
): Promise<void> {
  const prices = await readPrices(product, await services.watch.listAll(product.id), services);
  if (!isDeepStrictEqual(prices, product.prices)) await services.products.setPrices(product.id, prices);
}
