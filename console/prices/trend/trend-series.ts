import type { PriceTrend } from "../../../client/index.ts";
import type { Interval } from "../../device/trend-view.ts";

const DAY_SECONDS = 86_400;

/** The prices of a day or a week, in whole yen. */
export type TrendPoint = PriceTrend["points"][number];

export interface TrendSeries {
  readonly interval: Interval;
  /** Seconds between two starts. */
  readonly step: number;
  /** When each interval begins, in seconds since 1970, UTC. */
  readonly starts: readonly number[];
  /** Null where nothing was sold, which is a gap and not zero. */
  readonly points: readonly (TrendPoint | null)[];
}

/**
 * The series of a plot. Without sales they are empty.
 *
 * @param points oldest first, as the API gives them: intervals without a sale are left out
 */
export function trendSeries(points: readonly TrendPoint[], interval: Interval, now: Date): TrendSeries {
  const step = (interval === "day" ? 1 : 7) * DAY_SECONDS;
  const sold = new Map(points.map((point) => [Date.parse(point.start) / 1_000, point]));
  const first = sold.keys().next().value;
  // A sale may be dated a moment after this device's clock.
  const end = Math.max(now.getTime() / 1_000, ...sold.keys());
  const starts: number[] = [];
  if (first !== undefined) for (let start = first; start <= end; start += step) starts.push(start);
  return { interval, step, starts, points: starts.map((start) => sold.get(start) ?? null) };
}

/** The indices of values between two gaps, which no line connects with others. */
export function lonely(values: readonly unknown[]): number[] {
  return values.flatMap((value, index) => {
    const isAlone = value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    return isAlone ? [index] : [];
  });
}
