import type { SellerType } from "./listing-link.ts";
import { derivedImage } from "./listing-link.ts";

/** On sale, or sold; a deal that is running counts as sold. */
export const ON_SALE = 1;
export const SOLD = 2;
export type SellingStatus = typeof ON_SALE | typeof SOLD;

/** What a page says of a listing. Price in whole yen. */
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
  /** Only detail pages tell it. */
  readonly sellerId: string | null;
  /** The category of the setting that it was found under. */
  readonly categoryId: number | null;
  readonly soldOutAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When its page said for the first time that it is deleted; null if it has been seen since. */
  readonly deletedSince: string | null;
  /** Since when a sold one's page, asked for the time of its sale, could not be read; null if it was not asked in vain. */
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

/**
 * The row after a listing was seen on a search page: null when it says what the row says already.
 *
 * A listing that an earlier run saw on sale and this one sees sold was sold by now, to the hour. One that is sold at its
 * first sight was sold at a time that only its own page may know. One that is on sale again was not sold. A card without
 * a picture, whose address is derived then, says nothing of the listing's.
 */
export function afterSearchPage(
  known: CrawlResult | undefined,
  snapshot: ListingSnapshot,
  { productId, categoryId, now }: { productId: string; categoryId: number | null; now: Date },
): CrawlResult | null {
  const at = now.toISOString();
  if (known === undefined) {
    return {
      ...snapshot,
      productId,
      sellerId: null,
      categoryId,
      soldOutAt: null,
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
    soldOutAt: soldOutAt(known, snapshot.sellingStatus, at),
    updatedAt: changed ? at : known.updatedAt,
  };
}

function soldOutAt(known: CrawlResult, status: SellingStatus, at: string): string | null {
  if (status === ON_SALE) return null;
  return known.sellingStatus === ON_SALE ? at : known.soldOutAt;
}

/** What a listing's own page says of it. */
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
 * other wrote. The time of a sale is, from best to worst: between two of our own runs; the time on the page; the first time that we
 * saw it sold. With the last of them a row is never asked for its time again.
 */
export function afterDetailPage(known: CrawlResult, snapshot: DetailSnapshot, now: Date): CrawlResult | null {
  const at = now.toISOString();
  const seen = {
    name: snapshot.name,
    price: snapshot.price,
    imageUrl: known.imageUrl === "" ? (snapshot.imageUrl ?? "") : known.imageUrl,
    sellingStatus: snapshot.sellingStatus,
    sellerId: snapshot.sellerId ?? known.sellerId,
    soldOutAt: soldOutAtOfDetail(known, snapshot, at),
    deletedSince: null,
    unreadableSince: null,
  };
  const changed = Object.entries(seen).some(([field, value]) => known[field as keyof typeof seen] !== value);
  return changed ? { ...known, ...seen, updatedAt: at } : null;
}

function soldOutAtOfDetail(known: CrawlResult, snapshot: DetailSnapshot, at: string): string | null {
  if (snapshot.sellingStatus === ON_SALE) return null;
  if (known.sellingStatus === ON_SALE) return at;
  return known.soldOutAt ?? snapshot.soldOutAt ?? known.createdAt;
}

/** A deletion is believed when the page has said so twice, this far apart at the least; in milliseconds. */
export const CONFIRM_DELETION_MS = 3_600_000;

/** What a page that says "deleted" means for its row: the first look is remembered, the second one removes. */
export function deletionStep(known: CrawlResult, now: Date, confirmAfter: number): "remember" | "wait" | "remove" {
  if (known.deletedSince === null) return "remember";
  return now.getTime() - Date.parse(known.deletedSince) >= confirmAfter ? "remove" : "wait";
}

/**
 * The row of a sold listing whose own page says that it is deleted: what was paid stays known. Null when nothing changes.
 */
export function afterDeletionOfSold(known: CrawlResult): CrawlResult | null {
  return known.soldOutAt === null ? { ...known, soldOutAt: known.createdAt } : null;
}

/** The time of a sale is asked of a page that can't be read for no longer than this; in milliseconds. */
export const UNREADABLE_MS = 7 * 24 * 3_600_000;

/**
 * The row of a listing whose own page could not be read: null when nothing changes. Of a sold one that is asked for its
 * time, the first such look is remembered; when a later one comes to no more, the question ends.
 *
 * @param unreadable how long it is asked, in milliseconds
 */
export function afterUnreadablePage(known: CrawlResult, now: Date, unreadable: number): CrawlResult | null {
  if (known.sellingStatus !== SOLD || known.soldOutAt !== null) return null;
  if (known.unreadableSince === null) return { ...known, unreadableSince: now.toISOString() };
  if (now.getTime() - Date.parse(known.unreadableSince) < unreadable) return null;
  return { ...known, soldOutAt: known.createdAt, unreadableSince: null };
}
