import type { CrawlResult, SellingStatus } from "./crawl-result.ts";
import { ON_SALE } from "./crawl-result.ts";
import { quantile } from "./price-trend.ts";

/**
 * What is kept beside a row that may need a detail check: enough to choose which rows are checked, and for the cheapest
 * offer. Rows on sale are watched, and sold ones whose time of sale is not known.
 */
export interface WatchEntry {
  readonly externalId: string;
  /** Whole yen. */
  readonly price: number;
  readonly sellingStatus: SellingStatus;
  /** From when on its own page may be requested: epoch seconds. */
  readonly dueAt: number;
  /**
   * When it was last seen on sale, as far as that was written: epoch seconds. A search page that shows what is stored writes
   * nothing; `LastSeen` has those sights. Absent in entries written before there was this attribute.
   */
  readonly seenAt?: number;
  /** Its own page has stated that it is deleted, which is not confirmed yet: it is no offer. */
  readonly isGone?: true;
}

/** What the last complete crawl saw on sale. */
export interface LastSeen {
  /** When that crawl began: epoch seconds. */
  readonly at: number;
  readonly externalIds: ReadonlySet<string>;
}

/** Rows of each kind whose own pages one crawl may have checked; the rest wait for the next. */
export const CHECKS_PER_CRAWL = 20;
/**
 * Sold rows that one crawl may have checked while a product's first trend is filling: a thousand take 17 hours. At ten
 * seconds from one message to the next, with twenty rows on sale, they fit into the hour.
 */
export const FIRST_CHECKS_PER_CRAWL = 60;

/** A row that was checked is not checked again for so long, in milliseconds: it would only take the place of another. */
export const CHECK_INTERVAL_MS = 6 * 3_600_000;

/** The watch entry of a row; null when no detail check is needed any more. @param dueAt epoch seconds @param seenAt likewise */
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
 * The rows on sale whose own pages a complete crawl has requested, because the crawl has not seen them: first what vanished
 * since the previous complete crawl, cheapest first, however recently it was checked, since these are the offers that people
 * are shown; then what has been unseen for longest, each at most every six hours. That a row was not seen proves nothing, and
 * hundreds of old ones must not be fetched every hour.
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

/** The sold rows whose own pages are requested now for the time of their sale, the longest due first. */
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

/** The sold rows whose time of sale is still to be found. */
export function undated(watched: readonly WatchEntry[]): readonly WatchEntry[] {
  return watched.filter(({ sellingStatus }) => sellingStatus !== ON_SALE);
}

/** What is on sale; prices in whole yen. A listing whose own page has stated that it is deleted is no offer any more. */
export interface OnSale {
  readonly count: number;
  /** Null when nothing is on sale. */
  readonly cheapest: WatchEntry | null;
  readonly median: number | null;
}

export function onSale(watched: readonly WatchEntry[]): OnSale {
  const offers = watched
    .filter(({ sellingStatus, isGone = false }) => sellingStatus === ON_SALE && !isGone)
    .sort((one, other) => one.price - other.price);
  const prices = offers.map(({ price }) => price);
  return {
    count: offers.length,
    cheapest: offers[0] ?? null,
    median: prices.length === 0 ? null : quantile(prices, 0.5),
  };
}
