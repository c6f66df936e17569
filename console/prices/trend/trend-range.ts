import type { Interval, Range } from "../../device/trend-view.ts";

const DAY_MS = 86_400_000;
/** The days and weeks of trends are Japan's, which has one time zone and no daylight saving time. */
const OFFSET_MS = 9 * 3_600_000;

/**
 * The first day of a range, in Japan: a whole number of months ago; with weeks the Monday of that week, since the API
 * leaves out what was sold before, and the first week would be cut.
 *
 * @returns `YYYY-MM-DD`
 */
export function rangeStart(months: Range, interval: Interval, now: Date): string {
  const today = inJapan(now);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(today.getUTCDate(), lastDay));
  return dayOf(interval === "week" ? mondayOf(first) : first);
}

function mondayOf(day: Date): Date {
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The first day of a number of weeks of which the current one is the last, in Japan. @returns `YYYY-MM-DD`, a Monday */
export function weeksStart(weeks: number, now: Date): string {
  const today = inJapan(now);
  return dayOf(mondayOf(new Date(today.getTime() - (weeks - 1) * 7 * DAY_MS)));
}

/** A moment as a `Date` whose UTC fields are Japan's time. */
function inJapan(moment: Date): Date {
  return new Date(moment.getTime() + OFFSET_MS);
}
