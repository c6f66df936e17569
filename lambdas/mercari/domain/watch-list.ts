import type { CrawlResult, SellingStatus } from "./crawl-result.ts";
import { ON_SALE } from "./crawl-result.ts";
import { quantile } from "./price-trend.ts";

/**
 * The entry of the watch list for a row that may need a detail check. It has the fields that are needed to choose the rows
 * to check, and to find the cheapest offer. The watch list contains the rows on sale, and the sold rows without a time of
 * sale.
 */
export interface WatchEntry {
  readonly externalId: string;
  /** In whole yen. */
  readonly price: number;
  readonly sellingStatus: SellingStatus;
  /** From when on the detail page may be requested: epoch seconds. */
  readonly dueAt: number;
  /**
   * The last stored time at which the listing was on sale: epoch seconds. A search page that shows what is already stored
   * causes no write; `LastSeen` holds those sights. A listing that was first seen sold lacks it.
   */
  readonly seenAt?: number;
  /** The detail page has stated a deletion that is not confirmed yet: the row does not count as an offer. */
  readonly isGone?: true;
}

/** The listings that the last complete crawl saw on sale. */
export interface LastSeen {
  /** When that crawl began: epoch seconds. */
  readonly at: number;
  readonly externalIds: ReadonlySet<string>;
}

/** How many rows of each kind one crawl may have checked; the rest wait for the next crawl. */
export const CHECKS_PER_CRAWL = 20;
/**
 * How many sold rows one crawl may have checked while a product's first trend is being filled: a thousand rows take 17
 * hours. With twenty rows on sale and ten seconds between messages, these checks fit into an hour.
 */
export const FIRST_CHECKS_PER_CRAWL = 60;

/** The shortest time between two checks of one row, in milliseconds: an earlier check would delay another row's. */
export const CHECK_INTERVAL_MS = 6 * 3_600_000;

/**
 * The watch entry of a row; null when no detail check is needed any more.
 *
 * @param dueAt epoch seconds
 * @param seenAt epoch seconds
 */
export function watchEntryOf(row: CrawlResult, dueAt: number, seenAt?: number): WatchEntry | null {
  const { externalId, price, sellingStatus } = row;
  if (sellingStatus !== ON_SALE && row.soldOutAt !== null) return null;
  return {
    externalId,
    price,
    sellingStatus,
    dueAt,
    ...(seenAt === undefined ? {} : { seenAt }),
    ...(row.deletedSince === null ? {} : { isGone: true }),
  };
}

/** When a listing was last seen on sale, as far as that is known: epoch seconds. */
export function lastOnSale(entry: WatchEntry, lastSeen: LastSeen | null): number {
  const written = entry.seenAt ?? entry.dueAt - CHECK_INTERVAL_MS / 1_000;
  return lastSeen?.externalIds.has(entry.externalId) ? Math.max(written, lastSeen.at) : written;
}

/**
 * The rows on sale that a complete crawl has not seen, and whose detail pages it requests. First come the rows that the
 * previous complete crawl has seen, cheapest first, even if they were checked recently, since the API shows these offers.
 * Then come the rows that were not seen for the longest time, each at most every six hours. The absence of a row from the
 * search proves nothing, and hundreds of old rows must not be fetched every hour.
 *
 * @param seen the external ids that the crawl has seen
 * @param lastSeen what the previous complete crawl saw; null before there was one
 */
export function dueForExistence(
  watched: readonly WatchEntry[],
  seen: ReadonlySet<string>,
  lastSeen: LastSeen | null,
  nowSeconds: number,
): readonly WatchEntry[] {
  const unseen = watched.filter(({ externalId, sellingStatus }) => sellingStatus === ON_SALE && !seen.has(externalId));
  const hasVanished = ({ externalId }: WatchEntry) => lastSeen?.externalIds.has(externalId) ?? false;
  const vanished = unseen.filter(hasVanished).sort((one, other) => one.price - other.price);
  const others = unseen
    .filter((entry) => !hasVanished(entry) && entry.dueAt <= nowSeconds)
    .sort((one, other) => lastOnSale(one, lastSeen) - lastOnSale(other, lastSeen));
  return [...vanished, ...others].slice(0, CHECKS_PER_CRAWL);
}

/** The sold rows whose detail pages are requested now for the time of sale; those that have been due longest come first. */
export function dueForSoldOutAt(
  watched: readonly WatchEntry[],
  nowSeconds: number,
  limit: number = CHECKS_PER_CRAWL,
): readonly WatchEntry[] {
  return undated(watched)
    .filter(({ dueAt }) => dueAt <= nowSeconds)
    .sort((one, other) => one.dueAt - other.dueAt)
    .slice(0, limit);
}

/** The sold rows without a time of sale. */
export function undated(watched: readonly WatchEntry[]): readonly WatchEntry[] {
  return watched.filter(({ sellingStatus }) => sellingStatus !== ON_SALE);
}

/** The offers on sale; prices in whole yen. A listing whose page has stated that it is deleted is not included. */
export type OnSale =
  | { readonly count: number; readonly cheapest: WatchEntry; readonly median: number }
  | { readonly count: number; readonly cheapest: null; readonly median: null };

export function onSale(watched: readonly WatchEntry[]): OnSale {
  const offers = offersOf(watched);
  const count = offers.length;
  const [cheapest] = offers;
  if (cheapest === undefined) return { count, cheapest: null, median: null };
  const prices = offers.map(({ price }) => price);
  return { count, cheapest, median: quantile(prices, 0.5) };
}

/** The lowest price on sale that is not below `from`, in whole yen; null if there is none. */
export function lowestOffer(watched: readonly WatchEntry[], from: number): number | null {
  return offersOf(watched).find(({ price }) => price >= from)?.price ?? null;
}

/** The offers on sale, cheapest first. */
function offersOf(watched: readonly WatchEntry[]): readonly WatchEntry[] {
  return watched
    .filter(({ sellingStatus, isGone = false }) => sellingStatus === ON_SALE && !isGone)
    .sort((one, other) => one.price - other.price);
}
