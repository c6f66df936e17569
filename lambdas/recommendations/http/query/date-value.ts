import * as z from "zod/mini";

const DAY = z.iso.date();
const DATE_TIME = z.iso.datetime({ offset: true, local: true });
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

const UNITS = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
} as const;

/** The parser's value for `now-30d`. */
export const relativeDate = z.object({
  $relativeDate: z.object({
    op: z.enum(["add", "sub"]),
    amount: z.number(),
    unit: z.enum(["seconds", "minutes", "hours", "days", "weeks", "months", "years"]),
  }),
});
type Distance = z.output<typeof relativeDate>["$relativeDate"];

/**
 * The time that a text names, in milliseconds; null for any other text. A day is its first moment, and a text without a zone
 * is in UTC: the filter language writes `YYYY-MM-DD HH:mm:ss`, answers have `YYYY-MM-DDTHH:mm:ss.000Z`, and in a text
 * comparison a space sorts before every T.
 */
export function parseDate(text: string): number | null {
  if (z.safeParse(DAY, text).success) return Date.parse(text);
  const dateTime = text.replace(/^(\S{10}) /, "$1T");
  if (!z.safeParse(DATE_TIME, dateTime).success) return null;
  return Date.parse(HAS_ZONE.test(dateTime) ? dateTime : `${dateTime}Z`);
}

/**
 * The time at a distance from now, in milliseconds, in whole seconds; null beyond the range of a date. A month later is the
 * same day of the next month, or its last day.
 */
export function relativeTime(now: Date, { op, amount, unit }: Distance): number | null {
  const signed = op === "add" ? amount : -amount;
  const seconds = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  const moment =
    unit === "months" || unit === "years"
      ? monthsLater(seconds, unit === "years" ? 12 * signed : signed)
      : seconds.getTime() + signed * UNITS[unit];
  return Number.isNaN(new Date(moment).getTime()) ? null : moment;
}

function monthsLater(date: Date, months: number): number {
  const later = new Date(date);
  later.setUTCMonth(date.getUTCMonth() + months);
  // The 31st of a shorter month overflows into the next month; its day 0 is the last day of the intended month.
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}
