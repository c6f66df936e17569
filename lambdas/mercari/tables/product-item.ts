import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { attributesOf, fieldsOf, sparse } from "../../shared/table/stored-fields.ts";
import type { LeaseAttributes } from "../../shared/work/lease.ts";
import { leaseAttributes, leaseOf } from "../../shared/work/lease.ts";
import { pendingKeys } from "../../shared/work/pending-index.ts";
import type { Product } from "../domain/product.ts";

export const PRODUCTS = "products";
/** The partition of index `pending` that holds the products with a requested crawl. */
export const CRAWL_ENTRIES = "crawls";

/** What a product stores beside its key, its request and its lease. */
type StoredProduct = Omit<Product, "id" | "createdAt" | "pending" | "lease">;

export const PRODUCT_FIELDS = {
  name: "name",
  crawl: sparse("crawl"),
  alert: sparse("alert"),
  updatedAt: "updated_at",
  searches: "searches",
  seenWhole: "seen_whole",
  mixedCategories: "mixed_categories",
  trendFilled: "trend_filled",
  lastCrawl: sparse("last_crawl"),
  prices: sparse("prices"),
  reached: sparse("reached"),
} as const satisfies StoredFields<StoredProduct>;

/**
 * A product as it is stored. Request and lease are in the item itself: one condition covers "the crawl still has the lease",
 * "no later crawl is requested" and "the product exists".
 */
export interface ProductItem extends ItemOf<StoredProduct, typeof PRODUCT_FIELDS>, LeaseAttributes {
  readonly pk: string;
  readonly sk: string;
  /** Key of the index `by_created_at`. A product that is being deleted has none, so that no list contains it. */
  readonly created_at?: string;
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
    ...attributesOf(PRODUCT_FIELDS, product),
    created_at: product.createdAt,
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
    ...fieldsOf<StoredProduct>(PRODUCT_FIELDS, item),
    id: item.sk,
    createdAt: item.created_at,
    pending: pendingOf(item),
    lease: leaseOf(item),
  };
}

function pendingOf({ pending_id, reconcile_at, reconcile_rounds = 0 }: ProductItem): Product["pending"] {
  if (pending_id === undefined || reconcile_at === undefined) return null;
  return { workId: pending_id, reconcileAt: reconcile_at, reconcileRounds: reconcile_rounds };
}
