import type { SellerType } from "./listing-link.ts";
import { derivedImage } from "./listing-link.ts";

/** On sale, or sold. A listing whose deal is in progress counts as sold. */
export const ON_SALE = 1;
export const SOLD = 2;
export type SellingStatus = typeof ON_SALE | typeof SOLD;

/** The fields of a listing that a page shows. Price in whole yen. */
export interface ListingSnapshot {
  readonly externalId: string;
  readonly name: string;
  readonly price: number;
  readonly sellingUrl: string;
  readonly imageUrl: string;
  readonly sellingStatus: SellingStatus;
  readonly sellerType: SellerType;
}

/** A listing that was found for a product. Times are ISO 8601 UTC. */
export interface CrawlResult extends ListingSnapshot {
  readonly productId: string;
  /** Null until a detail page was read: search pages don't show the seller. */
  readonly sellerId: string | null;
  /** Mercari's item condition from 1, new, to 6, poor. Null until a detail page was read. */
  readonly condition: number | null;
  /** The category of the setting whose crawl found the listing. */
  readonly categoryId: number | null;
  readonly soldOutAt: string | null;
  /**
   * Only for a sold listing whose time of sale is still to be read from its detail page: when it was last seen on sale, and
   * when it was first seen sold. Null for a listing that was already sold when it was first seen.
   */
  readonly saleBetween: readonly [string, string] | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the listing's page first stated that the listing is deleted; null if a later crawl has seen the listing. */
  readonly deletedSince: string | null;
  /**
   * Only for a sold listing: since when its page could not be read for the time of sale. Null if the page was readable, or
   * was not requested.
   */
  readonly unreadableSince: string | null;
  /** Incremented by every write; 0 before the first. */
  readonly version: number;
}

/** A row's key: the product, and the listing that was found for it. */
export type ResultKey = Pick<CrawlResult, "productId" | "externalId">;

/** A row's id. It contains the row's key, so that a message that names a row needs no index. */
export function resultId({ productId, externalId }: ResultKey): string {
  return `${productId}.${externalId}`;
}

/** The key that an id contains; null for a text that is not the id of a row. */
export function readResultId(id: string): ResultKey | null {
  const [, productId, externalId] = /^([0-9a-f-]{36})\.(\w{1,64})$/.exec(id) ?? [];
  return productId === undefined || externalId === undefined ? null : { productId, externalId };
}

const SEEN: readonly (keyof ListingSnapshot)[] = [
  "name",
  "price",
  "sellingUrl",
  "imageUrl",
  "sellingStatus",
  "sellerType",
];

/** What `afterSearchPage` needs beside the row and the listing. */
export interface SearchSight {
  readonly productId: string;
  /** The category of the setting that is crawled. */
  readonly categoryId: number | null;
  /** When the page was fetched. */
  readonly now: Date;
  /** When the listing was last seen on sale, ISO 8601 UTC; null if the watch list does not tell. */
  readonly lastOnSaleAt: string | null;
}

/**
 * The row after a listing was seen on a search page: null when nothing changes.
 *
 * A search page does not show when a listing was sold: the time of sale stays null until the listing's detail page was read.
 * If the listing is on sale again, it was not sold. A card without a picture has a derived picture address, which does not
 * replace the stored one.
 */
export function afterSearchPage(
  known: CrawlResult | null,
  snapshot: ListingSnapshot,
  { productId, categoryId, now, lastOnSaleAt }: SearchSight,
): CrawlResult | null {
  const at = now.toISOString();
  if (known === null) {
    return {
      ...snapshot,
      productId,
      sellerId: null,
      condition: null,
      categoryId,
      soldOutAt: null,
      saleBetween: null,
      createdAt: at,
      updatedAt: at,
      deletedSince: null,
      unreadableSince: null,
      version: 0,
    };
  }
  const seen = snapshot.imageUrl === derivedImage(snapshot) ? { ...snapshot, imageUrl: known.imageUrl } : snapshot;
  const changed = SEEN.some((field) => known[field] !== seen[field]);
  if (!changed && known.categoryId === categoryId && known.deletedSince === null) return null;
  return {
    ...known,
    ...seen,
    categoryId,
    deletedSince: null,
    ...saleSeenBySearch(known, snapshot.sellingStatus, at, lastOnSaleAt),
    updatedAt: changed ? at : known.updatedAt,
  };
}

type Sale = Pick<CrawlResult, "soldOutAt" | "saleBetween">;
const NO_SALE: Sale = { soldOutAt: null, saleBetween: null };

function saleSeenBySearch(known: CrawlResult, status: SellingStatus, at: string, lastOnSaleAt: string | null): Sale {
  if (status === ON_SALE) return NO_SALE;
  if (known.sellingStatus === SOLD) return { soldOutAt: known.soldOutAt, saleBetween: known.saleBetween };
  return { soldOutAt: null, saleBetween: [lastOnSaleAt ?? known.createdAt, at] };
}

/** The fields of a listing that its detail page shows. */
export interface DetailSnapshot {
  readonly name: string;
  readonly price: number;
  readonly imageUrl: string | null;
  readonly sellingStatus: SellingStatus;
  readonly sellerId: string | null;
  /** Mercari's item condition; null where the page shows none that is known. */
  readonly condition: number | null;
  /** Computed from the page's relative time; null where that can't be read. */
  readonly soldOutAt: string | null;
}

/**
 * The row after a listing's detail page was read: null when nothing changes.
 *
 * The picture's address is stored only if the row has none: search pages use another address for the same picture, and each
 * reader would overwrite the other's value. The time of sale is the page's if it lies between the last sight on sale and the
 * first sight as sold; else it is the first sight as sold. A row with a time of sale is never checked for it again.
 *
 * @param lastOnSaleAt when the listing was last seen on sale, as far as that is known; ISO 8601 UTC
 */
export function afterDetailPage(
  known: CrawlResult,
  snapshot: DetailSnapshot,
  now: Date,
  lastOnSaleAt: string | null = null,
): CrawlResult | null {
  const at = now.toISOString();
  const seen = {
    name: snapshot.name,
    price: snapshot.price,
    imageUrl: known.imageUrl === "" ? (snapshot.imageUrl ?? "") : known.imageUrl,
    sellingStatus: snapshot.sellingStatus,
    sellerId: snapshot.sellerId ?? known.sellerId,
    condition: snapshot.condition ?? known.condition,
    ...saleOnDetailPage(known, snapshot, at, lastOnSaleAt),
    deletedSince: null,
    unreadableSince: null,
  };
  const changed = Object.entries(seen).some(([field, value]) => known[field as keyof typeof seen] !== value);
  return changed ? { ...known, ...seen, updatedAt: at } : null;
}

function saleOnDetailPage(known: CrawlResult, snapshot: DetailSnapshot, at: string, lastOnSaleAt: string | null): Sale {
  if (snapshot.sellingStatus === ON_SALE) return NO_SALE;
  const shown = snapshot.soldOutAt;
  const within = (from: string, to: string) => (shown !== null && shown >= from && shown <= to ? shown : to);
  if (known.sellingStatus === ON_SALE) {
    const from = lastOnSaleAt !== null && lastOnSaleAt > known.createdAt ? lastOnSaleAt : known.createdAt;
    return { soldOutAt: within(from, at), saleBetween: null };
  }
  const between = known.saleBetween === null ? (shown ?? known.createdAt) : within(...known.saleBetween);
  return { soldOutAt: known.soldOutAt ?? between, saleBetween: null };
}

/** The sale of a listing whose detail page no longer shows it. */
function saleWithoutPage({ saleBetween, createdAt }: CrawlResult): Sale {
  return { soldOutAt: saleBetween?.[1] ?? createdAt, saleBetween: null };
}

/** A deletion is confirmed when the page has stated it twice, at least this many milliseconds apart. */
export const CONFIRM_DELETION_MS = 3_600_000;

/**
 * What to do with the row of a listing whose page states that the listing is deleted: the first statement is stored, the
 * second one removes the row.
 */
export function deletionStep(known: CrawlResult, now: Date, confirmAfter: number): "remember" | "wait" | "remove" {
  if (known.deletedSince === null) return "remember";
  return now.getTime() - Date.parse(known.deletedSince) >= confirmAfter ? "remove" : "wait";
}

/**
 * The row of a sold listing whose detail page states that the listing is deleted: the price stays in the trend. Null when
 * nothing changes.
 */
export function afterDeletionOfSold(known: CrawlResult): CrawlResult | null {
  return known.soldOutAt === null ? { ...known, ...saleWithoutPage(known) } : null;
}

/** How long an unreadable page is requested again for the time of a sale, in milliseconds. */
export const UNREADABLE_MS = 7 * 24 * 3_600_000;

/**
 * The row of a listing whose detail page could not be read: null when nothing changes. For a sold listing without a time of
 * sale, the first such check is stored. When a check still fails after the time `unreadable`, the row gets the time when the
 * listing was first seen sold.
 *
 * @param unreadable how long the page is requested again, in milliseconds
 */
export function afterUnreadablePage(known: CrawlResult, now: Date, unreadable: number): CrawlResult | null {
  if (known.sellingStatus !== SOLD || known.soldOutAt !== null) return null;
  if (known.unreadableSince === null) return { ...known, unreadableSince: now.toISOString() };
  if (now.getTime() - Date.parse(known.unreadableSince) < unreadable) return null;
  return { ...known, ...saleWithoutPage(known), unreadableSince: null };
}
