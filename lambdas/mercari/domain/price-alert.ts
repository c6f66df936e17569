import { noticeId } from "../../shared/notices/notice.ts";
import type { CrawlResult } from "./crawl-result.ts";
import { ON_SALE } from "./crawl-result.ts";

/**
 * Which offers of a product lead to a notice: those that match either field. An alert without a condition is stored as
 * null.
 */
export interface PriceAlert {
  /** Whole yen: offers at or below this price; null: no limit. */
  readonly below: number | null;
  /** Offers below the lowest plausible price at the previous crawl. */
  readonly newLowest: boolean;
}

/** An offer that an alert applies to, with the fields of its row when it was stored. */
export interface Offer extends Pick<CrawlResult, "externalId" | "name" | "price" | "sellingUrl"> {
  /** Whether it was below the lowest plausible price at the previous crawl. */
  readonly isLowest: boolean;
  /** ISO 8601 UTC. */
  readonly notedAt: string;
}

/** A row that is about to be stored, and the stored row before it; null if there was none. */
export interface RowChange {
  readonly before: CrawlResult | null;
  readonly row: CrawlResult;
}

/**
 * Whether a row on sale that is about to be stored is a new offer. A listing that was already on sale at this price or a
 * lower one is not: only its name has changed, or its price has risen.
 */
export function isNewOffer({ before, row }: RowChange): boolean {
  if (row.sellingStatus !== ON_SALE || row.deletedSince !== null) return false;
  return before === null || before.sellingStatus !== ON_SALE || row.price < before.price;
}

/**
 * Whether a price is below the lowest plausible one at the previous crawl.
 *
 * @param lowestBefore null: nothing was on sale; undefined: there is no previous crawl to compare with
 */
export function isBelowLowest(price: number, lowestBefore: number | null | undefined): boolean {
  return lowestBefore !== undefined && (lowestBefore === null || price < lowestBefore);
}

export function appliesTo(
  { below, newLowest }: PriceAlert,
  { price, isLowest }: Pick<Offer, "price" | "isLowest">,
): boolean {
  return (below !== null && price <= below) || (newLowest && isLowest);
}

/**
 * The offers that an alert reports, cheapest first.
 *
 * @param from the lowest plausible price of the product itself (`plausibleFrom`)
 */
export function offersToTell(alert: PriceAlert, offers: readonly Offer[], from: number): readonly Offer[] {
  return cheapestFirst(offers.filter((offer) => offer.price >= from && appliesTo(alert, offer)));
}

/** Offers, cheapest first; at the same price, the one that was noted first. */
function cheapestFirst(offers: readonly Offer[]): readonly Offer[] {
  return [...offers].sort(
    (one, other) =>
      one.price - other.price ||
      one.notedAt.localeCompare(other.notedAt) ||
      one.externalId.localeCompare(other.externalId),
  );
}

/** The parts of the id of the notice of a listing at a price. */
export function aboutOffer(productId: string, { externalId, price }: Pick<Offer, "externalId" | "price">): string[] {
  return [productId, externalId, String(price)];
}

/** The id of the notice of a listing at a price. */
export function offerNoticeId(productId: string, offer: Pick<Offer, "externalId" | "price">): string {
  return noticeId("price", aboutOffer(productId, offer));
}
