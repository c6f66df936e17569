import { comparedSales, lowsOf, percentAbove, plausibleFrom } from "./price-summary.ts";
import type { LastCrawl, Product } from "./product.ts";

/** The difference from the median, in percent, from which a price is good or expensive. */
const NOTABLE_PERCENT = 10;
/** After so many milliseconds without a successful crawl, the offers may no longer exist. */
const OLD_MS = 24 * 3_600_000;

/** Whether a product's cheapest offer is good. Prices in whole yen. */
export interface Verdict {
  readonly kind: "good" | "usual" | "dear" | "unknown";
  /** Null unless the kind is `unknown`. */
  readonly reason: "few_sales" | "far_below" | "old_prices" | null;
  /** Of the cheapest offer. */
  readonly price: number;
  /** The lowest plausible price of the product itself: a cheaper offer is probably for something else. */
  readonly plausibleFrom: number;
  /** How far the price is above the median of the sales, in whole percent; negative: below. Null for too few sales. */
  readonly percent: number | null;
  /** The number of sales that the percentage is based on, and the number of days that they cover. */
  readonly sales: number;
  readonly days: number;
  readonly against: {
    readonly offersMedian: number;
    readonly soldMedian30d: number | null;
    readonly soldMedian90d: number | null;
    /** Null when all known prices are far below the usual ones. */
    readonly lowestEver: number | null;
  };
  /** The last month of Japanese time, such as `2026-06`, with a lower price asked or paid; null: none is known. */
  readonly lowestSince: string | null;
}

/** Judges a product's cheapest offer; null when nothing is on sale, and before the first crawl. */
export function verdictOf(
  { prices, searches, lastCrawl }: Pick<Product, "prices" | "searches" | "lastCrawl">,
  now: Date,
): Verdict | null {
  if (prices === null || prices.offers === null) return null;
  const { offers, sold30d, sold90d } = prices;
  const { lowest: price } = offers;
  const { days, count: sales, median } = comparedSales(prices);
  const percent = median === null ? null : percentAbove(price, median);
  const lows = lowsOf(prices, searches);
  const from = plausibleFrom(prices);
  return {
    ...judge(percent, price < from, isOld(lastCrawl, now)),
    price,
    plausibleFrom: from,
    percent,
    sales,
    days,
    against: {
      offersMedian: offers.median,
      soldMedian30d: sold30d.median,
      soldMedian90d: sold90d.median,
      lowestEver: lows[0]?.price ?? null,
    },
    lowestSince: lows.findLast((low) => low.price < price)?.month ?? null,
  };
}

function judge(percent: number | null, isFarBelow: boolean, isOld: boolean): Pick<Verdict, "kind" | "reason"> {
  if (percent === null) return { kind: "unknown", reason: "few_sales" };
  if (isFarBelow) return { kind: "unknown", reason: "far_below" };
  if (isOld) return { kind: "unknown", reason: "old_prices" };
  if (percent <= -NOTABLE_PERCENT) return { kind: "good", reason: null };
  return { kind: percent < NOTABLE_PERCENT ? "usual" : "dear", reason: null };
}

/** Whether the last successful crawl was too long ago. */
function isOld(lastCrawl: LastCrawl | null, now: Date): boolean {
  if (lastCrawl === null) return true;
  return now.getTime() - Date.parse(lastCrawl.failingSince ?? lastCrawl.finishedAt) > OLD_MS;
}
