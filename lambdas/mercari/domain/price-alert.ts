import { noticeId } from "../../shared/notices/notice.ts";
import type { CrawlResult } from "./crawl-result.ts";
import { ON_SALE } from "./crawl-result.ts";

/** Which offers of a product make a notice: those that either field names. An alert that names none is stored as none. */
export interface PriceAlert {
  /** Whole yen: offers at this price or below it; null: not by a price. */
  readonly below: number | null;
  /** Offers cheaper than the lowest plausible price at the crawl before. */
  readonly newLowest: boolean;
}

/** An offer that an alert applies to, as its row was when it was stored. */
export interface Offer extends Pick<CrawlResult, "externalId" | "name" | "price" | "sellingUrl"> {
  /** Whether it was cheaper than the lowest plausible price at the crawl before. */
  readonly isLowest: boolean;
  /** ISO 8601 UTC. */
  readonly notedAt: string;
}

/** A row that is about to be stored, and the same row as it was before; null for one that was not there. */
export interface RowChange {
  readonly before: CrawlResult | null;
  readonly row: CrawlResult;
}

/**
 * Whether a row on sale that is about to be stored is a new offer. One that was on sale at this price or a lower one before
 * is none: it was renamed, or its price has risen.
 */
export function isNewOffer({ before, row }: RowChange): boolean {
  if (row.sellingStatus !== ON_SALE || row.deletedSince !== null) return false;
  return before === null || before.sellingStatus !== ON_SALE || row.price < before.price;
}

/**
 * Whether a price is lower than the lowest plausible one at the crawl before.
 *
 * @param lowestBefore null: nothing was on sale; undefined: there is no crawl to compare with, as in a first one
 */
export function isBelowLowest(price: number, lowestBefore: number | null | undefined): boolean {
  return lowestBefore !== undefined && (lowestBefore === null || price < lowestBefore);
}

/** Whether an alert applies to an offer. */
export function appliesTo(
  { below, newLowest }: PriceAlert,
  { price, isLowest }: Pick<Offer, "price" | "isLowest">,
): boolean {
  return (below !== null && price <= below) || (newLowest && isLowest);
}

/**
 * The offers that an alert tells, from the cheapest on.
 *
 * @param from the lowest price that may be one of the product itself (`plausibleFrom`): what costs less is something else
 */
export function offersToTell(alert: PriceAlert, offers: readonly Offer[], from: number): readonly Offer[] {
  return cheapestFirst(offers.filter((offer) => offer.price >= from && appliesTo(alert, offer)));
}

/** Offers from the cheapest on; of two at one price the one that was noted first. */
function cheapestFirst(offers: readonly Offer[]): readonly Offer[] {
  return [...offers].sort(
    (one, other) =>
      one.price - other.price ||
      one.notedAt.localeCompare(other.notedAt) ||
      one.externalId.localeCompare(other.externalId),
  );
}

/** What tells the notice of a listing at a price from others. */
export function aboutOffer(productId: string, { externalId, price }: Pick<Offer, "externalId" | "price">): string[] {
  return [productId, externalId, String(price)];
}

/** The id of the notice of a listing at a price. */
export function offerNoticeId(productId: string, offer: Pick<Offer, "externalId" | "price">): string {
  return noticeId("price", aboutOffer(productId, offer));
}
