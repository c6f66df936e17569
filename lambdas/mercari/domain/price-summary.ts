import { JAPAN_MS, quantile } from "./price-trend.ts";
import type { WatchEntry } from "./watch-list.ts";
import { lowestOffer, onSale } from "./watch-list.ts";

/** A sale with a known date. `soldOutAt`: ISO 8601 UTC; `price`: whole yen. */
export interface Sale {
  readonly soldOutAt: string;
  readonly price: number;
}

/** What was sold in a number of days; the median in whole yen, null when nothing was. */
export interface SoldPrices {
  readonly count: number;
  readonly median: number | null;
}

/** The lowest price, in whole yen, that was asked or paid in a month, `2026-11`, of Japanese time. */
export interface Low {
  readonly month: string;
  readonly price: number;
}

/** What a product's cheapest offer is compared with, as its rows were at the end of a crawl or of a detail check. */
export interface PriceSummary {
  /** The product's `searches` at that time: the lows of another search are not this one's. */
  readonly searches: number;
  /** The offers on sale, in whole yen; null when nothing is on sale. */
  readonly offers: { readonly lowest: number; readonly median: number } | null;
  readonly sold30d: SoldPrices;
  readonly sold90d: SoldPrices;
  /**
   * The months in order, without those that a later month has undercut or equalled: so prices rise from the lowest one ever
   * on, and the last month with a lower price than an offer's is the one since which the offer is the lowest.
   */
  readonly lows: readonly Low[];
}

const DAY_MS = 24 * 3_600_000;
/** The longest time whose sales an offer is compared with, in days. */
const LONGEST_DAYS = 90;
/** A median of fewer sales says nothing. */
const FEWEST_SALES = 5;
/** Months that are kept, so that the item of a product stays within a write unit. */
const MOST_LOWS = 12;

/** The time from which on sales count, ISO 8601 UTC. */
export function salesCountFrom(now: Date, days: number = LONGEST_DAYS): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

/** How far a price is above a median, in whole percent; negative: below it. */
export function percentAbove(price: number, median: number): number {
  // Without the addition, what is just below the median would be -0.
  return Math.round(((price - median) / median) * 100) + 0;
}

/** The sales that an offer is compared with: of 30 days if they are enough, else of 90; without a median if these are too few. */
export function comparedSales({ sold30d, sold90d }: Pick<PriceSummary, "sold30d" | "sold90d">) {
  const isEnough = sold30d.count >= FEWEST_SALES;
  const { count, median } = isEnough ? sold30d : sold90d;
  return { days: isEnough ? 30 : LONGEST_DAYS, count, median: count < FEWEST_SALES ? null : median };
}

/**
 * The lowest price, in whole yen, that may be one of the product itself: a third of the median of the sales, or of the offers
 * if the sales are too few; 0 without a median. What costs less is no bargain but something else: an empty box, a strap, a
 * mistake. Neither the verdict nor the lows nor the alerts rest on it.
 */
export function plausibleFrom(prices: Pick<PriceSummary, "offers" | "sold30d" | "sold90d">): number {
  return thirdOf(comparedSales(prices).median ?? prices.offers?.median ?? 0);
}

/** The lowest price that may be one of the product itself, by the prices of offers alone. */
export function plausibleFromOffers(prices: readonly number[]): number {
  return thirdOf(
    quantile(
      prices.toSorted((one, other) => one - other),
      0.5,
    ),
  );
}

function thirdOf(median: number): number {
  return Math.ceil(median / 3);
}

/**
 * Summarizes a product's rows.
 *
 * @param sales those since `salesCountFrom`
 * @param before the summary before; null without one
 */
export function summarizePrices(
  { watched, sales }: { readonly watched: readonly WatchEntry[]; readonly sales: readonly Sale[] },
  searches: number,
  before: PriceSummary | null,
  now: Date,
): PriceSummary {
  const { cheapest, median } = onSale(watched);
  const offers = cheapest === null ? null : { lowest: cheapest.price, median };
  const from30d = salesCountFrom(now, 30);
  const sold30d = soldPrices(sales.filter(({ soldOutAt }) => soldOutAt >= from30d));
  const sold90d = soldPrices(sales);
  const from = plausibleFrom({ offers, sold30d, sold90d });
  const lowest = lowestOffer(watched, from);
  const found = [
    ...sales
      .map(({ soldOutAt, price }) => ({ month: japaneseMonth(soldOutAt), price }))
      .filter(({ price }) => price >= from),
    ...(lowest === null ? [] : [{ month: japaneseMonth(now.toISOString()), price: lowest }]),
  ];
  const lows = mergeLows([...lowsOf(before, searches), ...found]);
  return { searches, offers, sold30d, sold90d, lows };
}

/** The lows of a product's present search. */
export function lowsOf(summary: PriceSummary | null, searches: number): readonly Low[] {
  return summary?.searches === searches ? summary.lows : [];
}

function soldPrices(sales: readonly Sale[]): SoldPrices {
  const prices = sales.map(({ price }) => price).sort((one, other) => one - other);
  return { count: prices.length, median: prices.length === 0 ? null : quantile(prices, 0.5) };
}

function japaneseMonth(moment: string): string {
  return new Date(Date.parse(moment) + JAPAN_MS).toISOString().slice(0, "2026-11".length);
}

function mergeLows(found: readonly Low[]): readonly Low[] {
  const kept: Low[] = [];
  for (const low of [...found].sort((one, other) => one.month.localeCompare(other.month) || other.price - one.price)) {
    while ((kept.at(-1)?.price ?? 0) >= low.price) kept.pop();
    kept.push(low);
  }
  // Of the oldest, the price is kept with a later month: "the lowest since" then claims too little, never too much.
  const [lowest] = kept.splice(0, kept.length - MOST_LOWS);
  return kept.map((low, index) => (index === 0 && lowest !== undefined ? { ...low, price: lowest.price } : low));
}
