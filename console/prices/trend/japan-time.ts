import { locale } from "../../language/format.ts";

// The days and weeks of trends are Japan's, which has one time zone and no daylight saving time.
const ZONE = "Asia/Tokyo";
const OFFSET_MS = 9 * 3_600_000;
export const DAY_SECONDS = 86_400;

/** How a day is written. */
export type DayStyle = "full" | "short";

const STYLES = {
  full: { year: "numeric", month: "short", day: "numeric" },
  short: { month: "short", day: "numeric" },
} as const satisfies Record<DayStyle, Intl.DateTimeFormatOptions>;

/** A day in Japan, e.g. `16 Nov 2026`. @param moment seconds since 1970, UTC */
export function japanDay(moment: number, style: DayStyle = "full"): string {
  return new Intl.DateTimeFormat(locale(), { ...STYLES[style], timeZone: ZONE }).format(moment * 1_000);
}

/** A moment as a `Date` whose UTC fields are Japan's time. */
export function inJapan(moment: Date): Date {
  return new Date(moment.getTime() + OFFSET_MS);
}
