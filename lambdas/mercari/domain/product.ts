import type { Creation } from "../../shared/idempotency/create-once.ts";
import type { Lease } from "../../shared/work/lease.ts";
import type { CrawlRun } from "./crawl-run.ts";
import type { PriceAlert } from "./price-alert.ts";
import type { PriceSummary } from "./price-summary.ts";

/** A search on Mercari. Prices in whole yen; null where there is no limit. */
export interface CrawlSetting {
  readonly keyword: string;
  /** Words that listings must not contain; null: any. */
  readonly excludeKeyword: string | null;
  /** Mercari's item conditions from 1, new, to 6, poor; null: all. */
  readonly itemConditionIds: readonly number[] | null;
  readonly categoryId: number | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly enabled: boolean;
}

/** A product whose second-hand prices are watched. Times are ISO 8601 UTC. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** Null: prices are not watched. */
  readonly crawl: CrawlSetting | null;
  /** Null: no notices of offers. */
  readonly alert: PriceAlert | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /**
   * Incremented when the search changes, so that the result of a crawl of the old search is not stored as that of the new
   * one.
   */
  readonly searches: number;
  /** Whether a crawl has read every existing page since the search last changed; until then each crawl reads all pages. */
  readonly seenWhole: boolean;
  /** Whether there may be rows from another category that no crawl has checked for yet. */
  readonly mixedCategories: boolean;
  /** Whether the sold rows of the first crawls have their times of sale, except for as many as one crawl usually checks. */
  readonly trendFilled: boolean;
  /** The outcome of the last crawl; null before the first. */
  readonly lastCrawl: LastCrawl | null;
  /** The prices that its cheapest offer is compared with; null before the first crawl. */
  readonly prices: PriceSummary | null;
  /** The page at which the crawl that reads all pages ran out of time; null when the next one begins at the first page. */
  readonly reached: CrawlPlace | null;
  /** The crawl that is requested and not finished; null without one. */
  readonly pending: PendingCrawl | null;
  /** The lease of the running crawl, or of a crawl that stopped without releasing it; null without one. */
  readonly lease: Lease | null;
}

export type CrawledProduct = Product & { readonly crawl: CrawlSetting };

/** The outcome of a crawl, as the API shows it with the prices. */
export type LastCrawl = Pick<CrawlRun, "finishedAt" | "outcome" | "errorKind" | "complete"> & {
  /** When the first crawl of the present series of failures ended; null if the last crawl did not fail. */
  readonly failingSince: string | null;
};

/** The page of a search at which the next crawl continues. */
export interface CrawlPlace {
  /** The token of the last page that was read. Listings shift between pages, so that this page is read again. */
  readonly pageToken: string;
  readonly pagesBefore: number;
  /** The product's `searches` when the pages were read: a place in another search is invalid. */
  readonly searches: number;
}

export interface PendingCrawl {
  /** The id of the latest request: a request during a crawl asks for another crawl. */
  readonly workId: string;
  readonly reconcileAt: string;
  readonly reconcileRounds: number;
}

/** A new product. Its first crawl reads all pages. */
export function newProduct(
  name: string,
  crawl: CrawlSetting | null,
  creation: Creation,
  alert: PriceAlert | null = null,
): Product {
  const now = creation.at.toISOString();
  return {
    id: creation.id,
    name,
    crawl,
    alert,
    createdAt: now,
    updatedAt: now,
    searches: 0,
    seenWhole: false,
    mixedCategories: false,
    trendFilled: false,
    lastCrawl: null,
    prices: null,
    reached: null,
    pending: null,
    lease: null,
  };
}

/**
 * When the schedule requests the next crawl of a product; null when it does not, because there is no search or the search is
 * disabled.
 *
 * @param hourMs milliseconds between two runs of the schedule
 */
export function nextCrawlAt({ crawl }: Pick<Product, "crawl">, now: Date, hourMs: number): Date | null {
  if (!crawl?.enabled) return null;
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
}

/** Whether two settings have the same search. `enabled` is no part of the search. */
export function isSameSearch(one: CrawlSetting | null, other: CrawlSetting | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.keyword === other.keyword &&
    one.excludeKeyword === other.excludeKeyword &&
    String(one.itemConditionIds) === String(other.itemConditionIds) &&
    one.categoryId === other.categoryId &&
    one.minPrice === other.minPrice &&
    one.maxPrice === other.maxPrice
  );
}

/** Whether a price is within a setting's limits, both included. */
export function isWithinBounds(price: number, { minPrice, maxPrice }: CrawlSetting): boolean {
  return (minPrice === null || price >= minPrice) && (maxPrice === null || price <= maxPrice);
}

/** Whether a crawl holds the lease of a product. */
export function isBeingCrawled({ lease }: Pick<Product, "lease">, now: Date): boolean {
  return lease !== null && Date.parse(lease.until) > now.getTime();
}

/** Whether a row belongs to another category than the setting's. A setting without a category includes all. */
export function isOfOtherCategory(categoryId: number | null, setting: CrawlSetting): boolean {
  return setting.categoryId !== null && setting.categoryId !== categoryId;
}

/** The first crawls read the whole search, up to this limit. Later, new listings are on the first pages. */
const FIRST_PAGES = 50;
export const LATER_PAGES = 3;

/** The number of pages that one crawl of a product may read. */
export function pageLimit({ seenWhole }: Pick<Product, "seenWhole">): number {
  return seenWhole ? LATER_PAGES : FIRST_PAGES;
}

/** Whether a crawl, together with the earlier ones that it continued, has read every page that one may read. */
export function isWholeSearch(
  product: Pick<Product, "seenWhole">,
  { outcome, reachedEnd, pagesBefore, pages }: Pick<CrawlRun, "outcome" | "reachedEnd" | "pagesBefore" | "pages">,
): boolean {
  return outcome !== "error" && (reachedEnd || pagesBefore + pages.length >= pageLimit(product));
}
