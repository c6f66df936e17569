import type { CrawlResult, ResultKey, SellingStatus } from "../domain/crawl-result.ts";
import type { SellerType } from "../domain/listing-link.ts";
import { sellingUrl } from "../domain/listing-link.ts";

const PREFIX = "results#";

export function resultsOf(productId: string): string {
  return `${PREFIX}${productId}`;
}

/**
 * A row as it is stored. It is small, so that a page of a hundred rows costs at most 25 read units: values that can be
 * derived from the key (product, external id, the listing's address) are not stored, and null values are left out.
 */
export interface ResultItem {
  readonly pk: string;
  readonly sk: string;
  readonly name: string;
  readonly price: number;
  readonly image_url: string;
  readonly selling_status: SellingStatus;
  readonly seller_type: SellerType;
  readonly seller_id?: string;
  readonly condition?: number;
  readonly category_id?: number;
  /** Not named `created_at`, which is the key of the products' index. */
  readonly first_seen_at: string;
  readonly updated_at: string;
  /** Key of the index `by_sold_out_at`. */
  readonly sold_out_at?: string;
  readonly sale_between?: readonly [string, string];
  readonly deleted_since?: string;
  readonly unreadable_since?: string;
  readonly version: number;
  /** Key of the index `by_price`: status and position. */
  readonly price_order: string;
  /** Key of the index `by_updated_at`: status and position. */
  readonly updated_order: string;
}

export function resultKey({ productId, externalId }: ResultKey) {
  return { pk: resultsOf(productId), sk: externalId };
}

/** The sort orders of results: cheapest first, or last changed first. */
export type ResultSort = "price" | "updated_at";

/** Digits of a price in a sort key, so that prices sort as texts. */
const PRICE_DIGITS = 10;

/** A price at the beginning of a position. @param price whole yen */
export function priceText(price: number): string {
  return String(price).padStart(PRICE_DIGITS, "0");
}

/**
 * A row's position in a sort order, the same for both statuses, so that a listing of both continues at its position when a
 * row is sold. The external id distinguishes rows with the same price or time.
 */
export function placeOf(row: CrawlResult, sort: ResultSort): string {
  return `${sort === "price" ? priceText(row.price) : row.updatedAt}#${row.externalId}`;
}

export function toResultItem(row: CrawlResult): ResultItem {
  return {
    ...resultKey(row),
    name: row.name,
    price: row.price,
    image_url: row.imageUrl,
    selling_status: row.sellingStatus,
    seller_type: row.sellerType,
    ...(row.sellerId === null ? {} : { seller_id: row.sellerId }),
    ...(row.condition === null ? {} : { condition: row.condition }),
    ...(row.categoryId === null ? {} : { category_id: row.categoryId }),
    first_seen_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(row.soldOutAt === null ? {} : { sold_out_at: row.soldOutAt }),
    ...(row.saleBetween === null ? {} : { sale_between: row.saleBetween }),
    ...(row.deletedSince === null ? {} : { deleted_since: row.deletedSince }),
    ...(row.unreadableSince === null ? {} : { unreadable_since: row.unreadableSince }),
    version: row.version,
    price_order: `${row.sellingStatus}#${placeOf(row, "price")}`,
    updated_order: `${row.sellingStatus}#${placeOf(row, "updated_at")}`,
  };
}

export function toResult(item: ResultItem): CrawlResult {
  return {
    productId: item.pk.slice(PREFIX.length),
    externalId: item.sk,
    name: item.name,
    price: item.price,
    sellingUrl: sellingUrl({ externalId: item.sk, sellerType: item.seller_type }),
    imageUrl: item.image_url,
    sellingStatus: item.selling_status,
    sellerType: item.seller_type,
    sellerId: item.seller_id ?? null,
    condition: item.condition ?? null,
    categoryId: item.category_id ?? null,
    soldOutAt: item.sold_out_at ?? null,
    saleBetween: item.sale_between ?? null,
    createdAt: item.first_seen_at,
    updatedAt: item.updated_at,
    deletedSince: item.deleted_since ?? null,
    unreadableSince: item.unreadable_since ?? null,
    version: item.version,
  };
}
