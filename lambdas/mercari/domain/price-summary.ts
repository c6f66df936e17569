import { JAPAN_MS, quantile } from "./price-trend.ts";
import type { WatchEntry } from "./watch-list.ts";
import { lowestOffer, onSale } from "./watch-list.ts";

/** A sale with a known date. `soldOutAt`: ISO 8601 UTC; `price`: whole yen. */
export interface Sale {
  readonly soldOutAt: string;
  readonly price: number;
}

/** The number of sales within a number of days, and their median in whole yen; null without a sale. */
export interface SoldPrices {
  readonly count: number;
  readonly median: number | null;
}

/** The lowest price, in whole yen, that was asked or paid in a month of Japanese time, such as `2026-11`. */
export interface Low {
  readonly month: string;
  readonly price: number;
}

/** The prices that a product's cheapest offer is compared with, from its rows at the end of a crawl or a detail check. */
export interface PriceSummary {
  /** The product's `searches` at that time: the lows of one search do not apply to another. */
  readonly searches: number;
  /** The offers on sale, in whole yen; null when nothing is on sale. */
  readonly offers: { readonly lowest: number; readonly median: number } | null;
  readonly sold30d: SoldPrices;
  readonly sold90d: SoldPrices;
  /**
   * The months in order, without those that a later month has undercut or equalled. So the prices rise from the lowest one
   * ever, and an offer is the lowest since the last month with a lower price.
   */
  readonly lows: readonly Low[];
}

const DAY_MS = 24 * 3_600_000;
/** The longest period whose sales an offer is compared with, in days. */
const LONGEST_DAYS = 90;
/** A median of fewer sales is not meaningful. */
const FEWEST_SALES = 5;
/** The number of months that are kept, so that a product's item stays within one write unit. */
const MOST_LOWS = 12;

/** The start of the period whose sales count, ISO 8601 UTC. */
export function salesCountFrom(now: Date, days: number = LONGEST_DAYS): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

/** How far a price is above a median, in whole percent; negative: below it. */
export function percentAbove(price: number, median: number): number {
  // Without the addition, a price just below the median would give -0.
  return Math.round(((price - median) / median) * 100) + 0;
}

/**
 * The sales that an offer is compared with: of 30 days if they are enough, else of 90; without a median if those are too
 * few.
 */
export function comparedSales({ sold30d, sold90d }: Pick<PriceSummary, "sold30d" | "sold90d">) {
  const isEnough = sold30d.count >= FEWEST_SALES;
  const { count, median } = isEnough ? sold30d : sold90d;
  return { days: isEnough ? 30 : LONGEST_DAYS, count, median: count < FEWEST_SALES ? null : median };
}

/**
 * The lowest plausible price of the product itself, in whole yen: a third of the median of the sales, or of the offers if
 * the sales are too few; 0 without a median. A cheaper listing is no bargain but another article: an empty box, a strap, or
 * a mistake. The verdict, the lows and the alerts ignore it.
 */
export function plausibleFrom(prices: Pick<PriceSummary, "offers" | "sold30d" | "sold90d">): number {
  return thirdOf(comparedSales(prices).median ?? prices.offers?.median ?? 0);
}

/** The lowest plausible price of the product itself, from the prices of the offers alone. */
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
 * @param sales those since `salesCountFrom`
 * @param before the previous summary; null if there is none
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
  // The price of the oldest month is kept under a later month: "the lowest since" then claims too little, never too much.
  const [lowest] = kept.splice(0, kept.length - MOST_LOWS);
  return kept.map((low, index) => (index === 0 && lowest !== undefined ? { ...low, price: lowest.price } : low));
}
