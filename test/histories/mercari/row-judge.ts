import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { Listings, Sight } from "./listings.ts";
import { keywordOf } from "./listings.ts";
import type { ProductSettings } from "./product-model.ts";
import type { WatchedProduct } from "./watched-product.ts";

const HOUR = 60 * MINUTE;

/** What a step may have shown and allowed. */
export interface RowStep {
  /** The sights of the step, and of the whole history. */
  readonly sights: readonly Sight[];
  readonly all: readonly Sight[];
  /** Whether a price may be outside the product's limits, before or after the step. */
  readonly mayBeOutside: (price: number) => boolean;
  /** Whether the product may be deleted. */
  readonly mayBeDeleted: boolean;
}

/** @throws Error if a row has changed, or is gone, and no page of the step explains it */
export function judgeRowChanges(product: WatchedProduct, rows: ReadonlyMap<string, CrawlResult>, step: RowStep): void {
  for (const id of product.listings) {
    const [before, after] = [product.rows.get(id), rows.get(id)];
    const contradiction = (what: string) =>
      new Error(`${product.creation.name}: ${what}: ${JSON.stringify([before ?? null, after ?? null])}`);
    if (after === undefined) {
      if (before !== undefined && !mayBeRemoved(before, step))
        throw contradiction("nothing explains that a row is gone");
    } else if (before === undefined || !isSameOffer(before, after)) {
      const isShown = step.sights.some(
        ({ id: of, shown }) =>
          of === id && shown?.price === after.price && shown.isOnSale === (after.sellingStatus === ON_SALE),
      );
      if (!isShown) throw contradiction("no page of the step has shown a row as it is stored");
    }
  }
}

function isSameOffer(one: CrawlResult, other: CrawlResult): boolean {
  return one.price === other.price && one.sellingStatus === other.sellingStatus;
}

/** Whether a row may be removed: its product is deleted, its price is outside the limits, or its page stated its deletion. */
function mayBeRemoved(row: CrawlResult, { sights, all, mayBeOutside, mayBeDeleted }: RowStep): boolean {
  const { externalId, price, sellingStatus } = row;
  if (mayBeDeleted || mayBeOutside(price)) return true;
  const own = sights.filter(({ id, keyword }) => id === externalId && keyword === null);
  if (own.some(({ shown }) => shown !== null && mayBeOutside(shown.price))) return true;
  // Another sight in the step may have stored a row that is sold.
  if (sellingStatus !== ON_SALE && !own.some(({ shown }) => shown?.isOnSale)) return false;
  const stated = all.filter(({ id, shown }) => id === externalId && shown === null);
  const last = own.findLast(({ shown }) => shown === null)?.at ?? 0;
  return stated.some(({ at }) => last - at >= HOUR);
}

/** What is not yet as Mercari shows it, of a product that is crawled each hour; empty at the end. */
export function unsettledRows(
  { creation, rows, listings: ids }: WatchedProduct,
  { search, max }: ProductSettings,
  listings: Listings,
): readonly string[] {
  const found = new Set(listings.found(keywordOf(creation.subject, creation.name, search), max));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const { state, price } = listings.now(id);
    const problem = (what: string) => [`${creation.name}, ${id}: ${what}: ${JSON.stringify([row, { state, price }])}`];
    if (row === undefined) return found.has(id) ? problem("the search finds it, and there is no row") : [];
    const isOnSale = row.sellingStatus === ON_SALE;
    if (max !== null && row.price > max) return problem("the row is outside the limits");
    if (!isOnSale && row.soldOutAt === null) return problem("the time of sale is missing");
    // The price of a sale stays. That it was cancelled shows only in a search.
    if (!isOnSale && !found.has(id)) return [];
    if (state === "deleted") return problem("the listing is deleted");
    return row.price === price && isOnSale === (state !== "sold_out")
      ? []
      : problem("the row is not as the listing is");
  });
}

/** What the prices of a product in an answer are not yet, by its rows; empty at the end. */
export function unsettledTrend(
  { creation, rows }: Pick<WatchedProduct, "creation" | "rows">,
  trend: {
    readonly points: readonly { readonly count: number }[];
    readonly on_sale: { readonly count: number; readonly lowest: number | null };
    readonly undated: number;
  },
): readonly string[] {
  const all = [...rows.values()];
  const offers = all.filter(({ sellingStatus, deletedSince }) => sellingStatus === ON_SALE && deletedSince === null);
  const expected = {
    sold: all.filter(({ sellingStatus }) => sellingStatus !== ON_SALE).length,
    undated: 0,
    count: offers.length,
    lowest: offers.length === 0 ? null : Math.min(...offers.map(({ price }) => price)),
  };
  const { on_sale, undated, points } = trend;
  const { count, lowest } = on_sale;
  const seen = { sold: points.reduce((sum, point) => sum + point.count, 0), undated, count, lowest };
  const isSame = JSON.stringify(seen) === JSON.stringify(expected);
  return isSame ? [] : [`${creation.name}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`];
}

/** @throws Error if a sale is dated before the listing was sold, or after now. @param now ISO 8601 UTC */
export function judgeSales({ creation, rows }: WatchedProduct, listings: Listings, now: string): void {
  for (const { externalId, soldOutAt } of rows.values()) {
    if (soldOutAt === null) continue;
    const sold = listings.editsOf(externalId).find(({ state }) => state === "sold_out")?.at ?? Number.POSITIVE_INFINITY;
    if (Date.parse(soldOutAt) < sold || soldOutAt > now)
      throw new Error(`${creation.name}: ${externalId} is said to be sold at ${soldOutAt}.`);
  }
}
