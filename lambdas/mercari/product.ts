import type { Creation } from "../shared/once.ts";

/** What is looked for on Mercari. Bounds in whole yen; null where there is none. */
export interface CrawlSetting {
  readonly keyword: string;
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
  /** Whether a crawl has read every page there was since the search last changed; until then crawls read all. */
  readonly seenWhole: boolean;
}

/** A new product; its first crawl reads all pages. */
export function newProduct(name: string, crawl: CrawlSetting | null, creation: Creation): Product {
  const now = creation.at.toISOString();
  return { id: creation.id, name, crawl, createdAt: now, updatedAt: now, seenWhole: false };
}

/** Whether two settings search for the same: what is enabled makes no difference. */
export function isSameSearch(one: CrawlSetting | null, other: CrawlSetting | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.keyword === other.keyword &&
    one.categoryId === other.categoryId &&
    one.minPrice === other.minPrice &&
    one.maxPrice === other.maxPrice
  );
}

/** Whether a price is within a setting's bounds, which belong to it. */
export function isWithinBounds(price: number, { minPrice, maxPrice }: CrawlSetting): boolean {
  return (minPrice === null || price >= minPrice) && (maxPrice === null || price <= maxPrice);
}
