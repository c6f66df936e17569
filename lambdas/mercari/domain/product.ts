import type { Creation } from "../../shared/idempotency/once.ts";
import type { Lease } from "../../shared/work/lease.ts";
import type { CrawlRun } from "./crawl-run.ts";

/** A search on Mercari. Bounds in whole yen; null where there is none. */
export interface CrawlSetting {
  readonly keyword: string;
  /** Words that listings must not have. Absent, like the conditions, in settings stored before there were these. */
  readonly excludeKeyword?: string | null;
  /** Mercari's conditions from 1, new, to 6, poor; null: all. */
  readonly itemConditionIds?: readonly number[] | null;
  readonly categoryId: number | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly enabled: boolean;
}

/** Something whose second-hand prices are watched. Times are ISO 8601 UTC. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** Null: its prices are not watched. */
  readonly crawl: CrawlSetting | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Grows when what is searched for changes, so that a crawl of the old search can't speak for the new one. */
  readonly searches: number;
  /** Whether a crawl has read every page there was since the search last changed; until then crawls read all. */
  readonly seenWhole: boolean;
  /** Whether rows may be there that were found under another category, and no crawl has looked for them since. */
  readonly mixedCategories: boolean;
  /** Whether the sold rows of its first crawls have their times of sale, but for a crawl's usual number. */
  readonly trendFilled: boolean;
  /** How its last crawl ended; null before the first. */
  readonly lastCrawl: LastCrawl | null;
  /** Where the crawl that reads all pages ran out of time; null when it begins at the first. */
  readonly reached: CrawlPlace | null;
  /** The crawl that has been asked for and is not over; null without one. */
  readonly pending: PendingCrawl | null;
  /** The lease of the crawl that runs, or of one that has stopped without releasing it; null without one. */
  readonly lease: Lease | null;
}

/** A product that something is searched for. */
export type CrawledProduct = Product & { readonly crawl: CrawlSetting };

/** How a crawl ended, for everybody who reads the prices. */
export type LastCrawl = Pick<CrawlRun, "finishedAt" | "outcome" | "errorKind" | "complete">;

/** A page of a search at which another crawl may go on. */
export interface CrawlPlace {
  /** What asks for the last page that was read: pages shift, so that it is read again. */
  readonly pageToken: string;
  /** Pages before that one. */
  readonly pagesBefore: number;
  /** The product's when they were read: a place in another search is none. */
  readonly searches: number;
}

/** A crawl that has been asked for. */
export interface PendingCrawl {
  /** Of the last request: one that comes while a crawl runs asks for another. */
  readonly id: string;
  readonly reconcileAt: string;
  readonly reconcileRounds: number;
}

/** A new product; its first crawl reads all pages. */
export function newProduct(name: string, crawl: CrawlSetting | null, creation: Creation): Product {
  const now = creation.at.toISOString();
  return {
    id: creation.id,
    name,
    crawl,
    createdAt: now,
    updatedAt: now,
    searches: 0,
    seenWhole: false,
    mixedCategories: false,
    trendFilled: false,
    lastCrawl: null,
    reached: null,
    pending: null,
    lease: null,
  };
}

/**
 * When the schedule asks for the next crawl of a product; null when it does not, because nothing is searched for or the
 * search is disabled.
 *
 * @param hourMs milliseconds between two runs of the schedule
 */
export function nextCrawlAt({ crawl }: Pick<Product, "crawl">, now: Date, hourMs: number): Date | null {
  if (!crawl?.enabled) return null;
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
}

/** Whether two settings search for the same: what is enabled makes no difference. */
export function isSameSearch(one: CrawlSetting | null, other: CrawlSetting | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.keyword === other.keyword &&
    (one.excludeKeyword ?? null) === (other.excludeKeyword ?? null) &&
    String(one.itemConditionIds ?? "") === String(other.itemConditionIds ?? "") &&
    one.categoryId === other.categoryId &&
    one.minPrice === other.minPrice &&
    one.maxPrice === other.maxPrice
  );
}

/** Whether a price is within a setting's bounds, which belong to it. */
export function isWithinBounds(price: number, { minPrice, maxPrice }: CrawlSetting): boolean {
  return (minPrice === null || price >= minPrice) && (maxPrice === null || price <= maxPrice);
}

/** Whether a crawl holds the lease of a product. */
export function isBeingCrawled({ lease }: Pick<Product, "lease">, now: Date): boolean {
  return lease !== null && Date.parse(lease.until) > now.getTime();
}

/** Whether a row belongs to another category than a setting asks for. A setting without one asks for all. */
export function isOfOtherCategory(categoryId: number | null, setting: CrawlSetting): boolean {
  return setting.categoryId !== null && setting.categoryId !== categoryId;
}
