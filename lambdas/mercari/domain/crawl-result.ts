import type { SellerType } from "./listing-link.ts";
import { derivedImage } from "./listing-link.ts";

/** On sale, or sold; a deal that is running counts as sold. */
export const ON_SALE = 1;
export const SOLD = 2;
export type SellingStatus = typeof ON_SALE | typeof SOLD;

/** The facts of a listing on a page. Price in whole yen. */
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
  /** Only detail pages have it. */
  readonly sellerId: string | null;
  /** The category of the setting that it was found under. */
  readonly categoryId: number | null;
  readonly soldOutAt: string | null;
  /**
   * Of a sold one whose page is still to tell when: the last time it was seen on sale, and the first it was seen sold. Null
   * for one that was sold at its first sight.
   */
  readonly saleBetween: readonly [string, string] | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When its page first stated that it is deleted; null if it has been seen since. */
  readonly deletedSince: string | null;
  /** Since when a sold one's page could not be read for the time of its sale; null if it could, or was not requested. */
  readonly unreadableSince: string | null;
  /** Grows with every write; 0 before the first. */
  readonly version: number;
}

/** A row's key: what a product was found as. */
export type ResultKey = Pick<CrawlResult, "productId" | "externalId">;

/** A row's id: tells its key, so that a message that names a row needs no index. */
export function resultId({ productId, externalId }: ResultKey): string {
  return `${productId}.${externalId}`;
}

/** The key that an id tells; null for what is no row's id. */
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

/** What a search page's facts are judged with. */
export interface SearchSight {
  readonly productId: string;
  /** Of the setting that is crawled. */
  readonly categoryId: number | null;
  /** When the page was fetched. */
  readonly now: Date;
  /** The listing's last sight on sale, ISO 8601 UTC, where that is more than an hour or two ago; else null. */
  readonly unseenSince: string | null;
}

/**
 * The row after a listing was seen on a search page: null when the row equals it already.
 *
 * A listing that the crawl before saw on sale and this one sees sold was sold by now, to the hour. One that was not seen for
 * longer, or is sold at its first sight, was sold at a time that only its own page may tell. One that is on sale again was
 * not sold. A card without a picture, whose address is derived then, is no news of the picture.
 */
export function afterSearchPage(
  known: CrawlResult | undefined,
  snapshot: ListingSnapshot,
  { productId, categoryId, now, unseenSince }: SearchSight,
): CrawlResult | null {
  const at = now.toISOString();
  if (known === undefined) {
    return {
      ...snapshot,
      productId,
      sellerId: null,
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
    ...saleSeenBySearch(known, snapshot.sellingStatus, at, unseenSince),
    updatedAt: changed ? at : known.updatedAt,
  };
}

type Sale = Pick<CrawlResult, "soldOutAt" | "saleBetween">;
const NO_SALE: Sale = { soldOutAt: null, saleBetween: null };

function saleSeenBySearch(known: CrawlResult, status: SellingStatus, at: string, unseenSince: string | null): Sale {
  if (status === ON_SALE) return NO_SALE;
  if (known.sellingStatus === SOLD) return { soldOutAt: known.soldOutAt, saleBetween: known.saleBetween };
  return unseenSince === null
    ? { soldOutAt: at, saleBetween: null }
    : { soldOutAt: null, saleBetween: [unseenSince, at] };
}

/** The facts of a listing on its own page. */
export interface DetailSnapshot {
  readonly name: string;
  readonly price: number;
  readonly imageUrl: string | null;
  readonly sellingStatus: SellingStatus;
  readonly sellerId: string | null;
  /** From the page's relative time; null where it can't be read. */
  readonly soldOutAt: string | null;
}

/**
 * The row after a listing's own page was read: null when nothing changes.
 *
 * Its picture is taken only if the row has none: search pages show it under another address, and each would undo what the
 * other wrote. The time of a sale is the page's where that lies between the last sight on sale and the first sight of the
 * sale, else the latter. With it a row is never checked for its time again.
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
    ...saleOnDetailPage(known, snapshot, at, lastOnSaleAt),
    deletedSince: null,
    unreadableSince: null,
  };
  const changed = Object.entries(seen).some(([field, value]) => known[field as keyof typeof seen] !== value);
  return changed ? { ...known, ...seen, updatedAt: at } : null;
}

function saleOnDetailPage(known: CrawlResult, snapshot: DetailSnapshot, at: string, lastOnSaleAt: string | null): Sale {
  if (snapshot.sellingStatus === ON_SALE) return NO_SALE;
  const told = snapshot.soldOutAt;
  const within = (from: string, to: string) => (told !== null && told >= from && told <= to ? told : to);
  if (known.sellingStatus === ON_SALE) {
    const from = lastOnSaleAt !== null && lastOnSaleAt > known.createdAt ? lastOnSaleAt : known.createdAt;
    return { soldOutAt: within(from, at), saleBetween: null };
  }
  const between = known.saleBetween === null ? (told ?? known.createdAt) : within(...known.saleBetween);
  return { soldOutAt: known.soldOutAt ?? between, saleBetween: null };
}

/** The sale of a listing whose page will not tell it any more. */
function saleWithoutPage({ saleBetween, createdAt }: CrawlResult): Sale {
  return { soldOutAt: saleBetween?.[1] ?? createdAt, saleBetween: null };
}

/** A deletion counts when the page has stated it twice, at least this far apart; in milliseconds. */
export const CONFIRM_DELETION_MS = 3_600_000;

/** What a page that states the deletion means for its row: the first statement is remembered, the second one removes. */
export function deletionStep(known: CrawlResult, now: Date, confirmAfter: number): "remember" | "wait" | "remove" {
  if (known.deletedSince === null) return "remember";
  return now.getTime() - Date.parse(known.deletedSince) >= confirmAfter ? "remove" : "wait";
}

/**
 * The row of a sold listing whose own page states that it is deleted: what was paid stays known. Null when nothing changes.
 */
export function afterDeletionOfSold(known: CrawlResult): CrawlResult | null {
  return known.soldOutAt === null ? { ...known, ...saleWithoutPage(known) } : null;
}

/** A page that can't be read is requested for the time of a sale for no longer than this; in milliseconds. */
export const UNREADABLE_MS = 7 * 24 * 3_600_000;

/**
 * The row of a listing whose own page could not be read: null when nothing changes. Of a sold one without a time, the first
 * such check is remembered; when a check as long after fails as well, the row gets the time of its first sight as sold.
 *
 * @param unreadable how long it is requested, in milliseconds
 */
export function afterUnreadablePage(known: CrawlResult, now: Date, unreadable: number): CrawlResult | null {
  if (known.sellingStatus !== SOLD || known.soldOutAt !== null) return null;
  if (known.unreadableSince === null) return { ...known, unreadableSince: now.toISOString() };
  if (now.getTime() - Date.parse(known.unreadableSince) < unreadable) return null;
  return { ...known, ...saleWithoutPage(known), unreadableSince: null };
}
