import type { Interval, Range } from "../../device/trend-view.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { japanDay } from "./japan-day.ts";
import type { TrendPoint } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";

/** How many were sold, e.g. `12 sold`. */
export function soldWords(number: number): string {
  return translations(trendTexts).sold(count(number));
}

/** A day, or a week by its first day. @param start seconds since 1970, UTC */
export function whenWords(start: number, interval: Interval): string {
  const t = translations(trendTexts);
  return (interval === "day" ? t.inDay : t.inWeek)(japanDay(start));
}

/** A sentence that says what a trend shows. @param points oldest first */
export function trendWords(points: readonly TrendPoint[], interval: Interval, months: Range): string {
  const t = translations(trendTexts);
  const last = points.at(-1);
  if (last === undefined) return t.nothingSold;
  return t.summary(
    t.ranges[months],
    soldWords(totalOf(points)),
    yen(Math.min(...points.map(({ min }) => min))),
    yen(Math.max(...points.map(({ max }) => max))),
    yen(last.median),
    whenWords(secondsOf(last), interval),
  );
}

/** The same of the small trend of a list, which has weeks. */
export function smallTrendWords(points: readonly TrendPoint[]): string {
  const t = translations(trendTexts);
  const last = points.at(-1);
  if (last === undefined) return t.smallNothing;
  return t.smallSummary(soldWords(totalOf(points)), yen(last.median), whenWords(secondsOf(last), "week"));
}

/** When a point begins, in seconds since 1970, UTC. */
export function secondsOf({ start }: TrendPoint): number {
  return Date.parse(start) / 1_000;
}

function totalOf(points: readonly TrendPoint[]): number {
  return points.reduce((sum, point) => sum + point.count, 0);
}
