import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { LeaseAttributes } from "../../shared/work/lease.ts";
import { leaseAttributes, leaseOf } from "../../shared/work/lease.ts";
import { pendingKeys } from "../../shared/work/pending-index.ts";
import type { Product } from "../domain/product.ts";

export const PRODUCTS = "products";
/** The partition of index `pending` that holds the products with a requested crawl. */
export const CRAWL_ENTRIES = "crawls";

/**
 * A product as it is stored. Request and lease are in the item itself: one condition covers "the crawl still has the lease",
 * "no later crawl is requested" and "the product exists".
 */
export interface ProductItem extends LeaseAttributes {
  readonly pk: string;
  readonly sk: string;
  readonly name: string;
  readonly crawl?: unknown;
  readonly alert?: unknown;
  /** Key of the index `by_created_at`. A product that is being deleted has none, so that no list contains it. */
  readonly created_at?: string;
  readonly updated_at: string;
  readonly searches: number;
  readonly seen_whole: boolean;
  readonly mixed_categories: boolean;
  readonly trend_filled: boolean;
  readonly last_crawl?: unknown;
  readonly prices?: unknown;
  readonly reached?: unknown;
  /** The id of the requested crawl. */
  readonly pending_id?: string;
  /** Of index `pending`, while a crawl is requested. */
  readonly pending_partition?: string;
  /** Changed by each take and each renewal of the lease; it has no meaning without a `pending_id`. */
  readonly reconcile_at?: string;
  readonly reconcile_rounds?: number;
}

export function productKey(id: string) {
  return { pk: PRODUCTS, sk: id };
}

export function toProductItem(product: Product): ProductItem {
  const { pending, lease } = product;
  return {
    ...productKey(product.id),
    name: product.name,
    ...(product.crawl === null ? {} : { crawl: toAttributes(product.crawl) }),
    ...(product.alert === null ? {} : { alert: toAttributes(product.alert) }),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    searches: product.searches,
    seen_whole: product.seenWhole,
    mixed_categories: product.mixedCategories,
    trend_filled: product.trendFilled,
    ...(product.lastCrawl === null ? {} : { last_crawl: toAttributes(product.lastCrawl) }),
    ...(product.prices === null ? {} : { prices: toAttributes(product.prices) }),
    ...(product.reached === null ? {} : { reached: toAttributes(product.reached) }),
    ...(pending === null
      ? {}
      : {
          pending_id: pending.workId,
          ...pendingKeys(CRAWL_ENTRIES, pending.reconcileAt),
          reconcile_rounds: pending.reconcileRounds,
        }),
    ...leaseAttributes(lease),
  };
}

/** The product of an item; null for one that is being deleted. */
export function toProduct(item: ProductItem): Product | null {
  if (item.created_at === undefined) return null;
  return {
    id: item.sk,
    name: item.name,
    crawl: fromAttributes(item.crawl ?? null),
    alert: fromAttributes(item.alert ?? null),
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    searches: item.searches,
    seenWhole: item.seen_whole,
    mixedCategories: item.mixed_categories,
    trendFilled: item.trend_filled,
    lastCrawl: fromAttributes(item.last_crawl ?? null),
    prices: fromAttributes(item.prices ?? null),
    reached: fromAttributes(item.reached ?? null),
    pending: pendingOf(item),
    lease: leaseOf(item),
  };
}

function pendingOf({ pending_id, reconcile_at, reconcile_rounds = 0 }: ProductItem): Product["pending"] {
  if (pending_id === undefined || reconcile_at === undefined) return null;
  return { workId: pending_id, reconcileAt: reconcile_at, reconcileRounds: reconcile_rounds };
}
