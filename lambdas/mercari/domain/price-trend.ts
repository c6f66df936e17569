/** A point of a trend is a day or a week in Japanese time, since the prices come from Japan. Weeks begin on Monday. */
export const INTERVALS = ["day", "week"] as const;
export type Interval = (typeof INTERVALS)[number];

/** Prices of one day or week, in whole yen. */
export interface TrendPoint {
  /** When the day or week begins, ISO 8601 UTC. */
  readonly start: string;
  readonly count: number;
  readonly min: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly max: number;
}

const DAY_MS = 24 * 3_600_000;
/** Japan has one time zone and no daylight saving time. */
export const JAPAN_MS = 9 * 3_600_000;
/** 1 January 1970 was a Thursday. */
const MONDAY = 4;

/** The start of the interval that contains a moment. */
function startOf(moment: string, interval: Interval): number {
  const day = Math.floor((Date.parse(moment) + JAPAN_MS) / DAY_MS);
  const first = interval === "day" ? day : day - ((((day - MONDAY) % 7) + 7) % 7);
  return first * DAY_MS - JAPAN_MS;
}

/**
 * A quantile of sorted values, interpolated linearly between two values as spreadsheets do, rounded to whole yen. @param
 * share from 0 to 1
 */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return Math.round(below + (above - below) * (place - Math.floor(place)));
}

/** The trend of the sold listings. Days and weeks without a sale have no point. */
export function priceTrend(
  sold: readonly { readonly soldOutAt: string; readonly price: number }[],
  interval: Interval,
): readonly TrendPoint[] {
  const prices = new Map<number, number[]>();
  for (const { soldOutAt, price } of sold) {
    const start = startOf(soldOutAt, interval);
    const those = prices.get(start);
    if (those === undefined) prices.set(start, [price]);
    else those.push(price);
  }
  return Array.from(prices)
    .sort(([one], [other]) => one - other)
    .map(([start, unsorted]) => {
      const sorted = unsorted.sort((one, other) => one - other);
      return {
        start: new Date(start).toISOString(),
        count: sorted.length,
        min: quantile(sorted, 0),
        p25: quantile(sorted, 0.25),
        median: quantile(sorted, 0.5),
        p75: quantile(sorted, 0.75),
        max: quantile(sorted, 1),
      };
    });
}
