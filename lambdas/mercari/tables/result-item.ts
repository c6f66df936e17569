import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { attributesOf, fieldsOf, sparse } from "../../shared/table/stored-fields.ts";
import type { CrawlResult, ResultKey } from "../domain/crawl-result.ts";
import { sellingUrl } from "../domain/listing-link.ts";

const PREFIX = "results#";

export function resultsOf(productId: string): string {
  return `${PREFIX}${productId}`;
}

/** What a row stores beside its key. */
type StoredRow = Omit<CrawlResult, "productId" | "externalId" | "sellingUrl">;

/**
 * How a row is stored. It is small, so that a page of a hundred rows costs at most 25 read units: values that can be
 * derived from the key (product, external id, the listing's address) are not stored, and null values are left out.
 */
const RESULT_FIELDS = {
  name: "name",
  price: "price",
  imageUrl: "image_url",
  sellingStatus: "selling_status",
  sellerType: "seller_type",
  sellerId: sparse("seller_id"),
  condition: sparse("condition"),
  categoryId: sparse("category_id"),
  // Not named `created_at`, which is the key of the products' index.
  createdAt: "first_seen_at",
  updatedAt: "updated_at",
  // Key of the index `by_sold_out_at`.
  soldOutAt: sparse("sold_out_at"),
  saleBetween: sparse("sale_between"),
  deletedSince: sparse("deleted_since"),
  unreadableSince: sparse("unreadable_since"),
  version: "version",
} as const satisfies StoredFields<StoredRow>;

export interface ResultItem extends ItemOf<StoredRow, typeof RESULT_FIELDS> {
  readonly pk: string;
  readonly sk: string;
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
    ...attributesOf(RESULT_FIELDS, row),
    price_order: `${row.sellingStatus}#${placeOf(row, "price")}`,
    updated_order: `${row.sellingStatus}#${placeOf(row, "updated_at")}`,
  };
}

export function toResult(item: ResultItem): CrawlResult {
  return {
    ...fieldsOf<StoredRow>(RESULT_FIELDS, item),
    productId: item.pk.slice(PREFIX.length),
    externalId: item.sk,
    sellingUrl: sellingUrl({ externalId: item.sk, sellerType: item.seller_type }),
  };
}
