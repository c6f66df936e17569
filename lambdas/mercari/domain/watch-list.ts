import type { CrawlResult, SellingStatus } from "./crawl-result.ts";
import { ON_SALE } from "./crawl-result.ts";
import { quantile } from "./price-trend.ts";

/**
 * What is kept beside a row whose own page is to be looked at some day: enough to choose what to look after, and for the
 * cheapest offer. Rows on sale are watched, and sold ones whose time of sale is not known.
 */
export interface WatchEntry {
  readonly externalId: string;
  /** Whole yen. */
  readonly price: number;
  readonly sellingStatus: SellingStatus;
  /** When its own page may be asked for: epoch seconds. The one that has waited longest comes first. */
  readonly dueAt: number;
}

/** Rows of each kind whose own pages one crawl may have looked at; the rest wait for the next. */
const CHECKS_PER_CRAWL = 20;

/** A row that was looked at is left alone for so long, in milliseconds: it would only take the place of another. */
export const CHECK_INTERVAL_MS = 6 * 3_600_000;

/** How a row is watched; null for one that nothing more is to be learned of. @param dueAt epoch seconds */
export function watchEntryOf(row: CrawlResult, dueAt: number): WatchEntry | null {
  const { externalId, price, sellingStatus } = row;
  if (sellingStatus !== ON_SALE && row.soldOutAt !== null) return null;
  return { externalId, price, sellingStatus, dueAt };
}

/**
 * The rows on sale that a crawl has not seen and that are looked after now. That they were not seen proves nothing, and
 * hundreds of old ones must not be fetched every hour.
 *
 * @param seen the external ids that the crawl has seen
 */
export function dueForExistence(
  watched: readonly WatchEntry[],
  seen: ReadonlySet<string>,
  nowSeconds: number,
): readonly WatchEntry[] {
  return longestDue(
    watched.filter(({ externalId, sellingStatus }) => sellingStatus === ON_SALE && !seen.has(externalId)),
    nowSeconds,
  );
}

/** The sold rows whose own pages are asked now for the time of their sale. */
export function dueForSoldOutAt(watched: readonly WatchEntry[], nowSeconds: number): readonly WatchEntry[] {
  return longestDue(
    watched.filter(({ sellingStatus }) => sellingStatus !== ON_SALE),
    nowSeconds,
  );
}

function longestDue(watched: readonly WatchEntry[], nowSeconds: number): readonly WatchEntry[] {
  return watched
    .filter(({ dueAt }) => dueAt <= nowSeconds)
    .sort((one, other) => one.dueAt - other.dueAt)
    .slice(0, CHECKS_PER_CRAWL);
}

/** What is on sale; prices in whole yen. */
export interface OnSale {
  readonly count: number;
  /** Null when nothing is on sale. */
  readonly cheapest: WatchEntry | null;
  readonly median: number | null;
}

export function onSale(watched: readonly WatchEntry[]): OnSale {
  const offers = watched
    .filter(({ sellingStatus }) => sellingStatus === ON_SALE)
    .sort((one, other) => one.price - other.price);
  const prices = offers.map(({ price }) => price);
  return {
    count: offers.length,
    cheapest: offers[0] ?? null,
    median: prices.length === 0 ? null : quantile(prices, 0.5),
  };
}
