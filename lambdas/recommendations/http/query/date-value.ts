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

/** What the filter's parser makes of `now-30d`. */
export const relativeDate = z.object({
  $relativeDate: z.object({
    op: z.enum(["add", "sub"]),
    amount: z.number(),
    unit: z.enum(["seconds", "minutes", "hours", "days", "weeks", "months", "years"]),
  }),
});
type Distance = z.output<typeof relativeDate>["$relativeDate"];

/**
 * The moment that a text names, in milliseconds; null if it names none. A day is its first moment, and what has no zone
 * is in UTC: the filter language writes `YYYY-MM-DD HH:mm:ss`, answers have `YYYY-MM-DDTHH:mm:ss.000Z`, and compared as
 * texts a space comes before every T.
 */
export function parseDate(text: string): number | null {
  if (z.safeParse(DAY, text).success) return Date.parse(text);
  const dateTime = text.replace(/^(\S{10}) /, "$1T");
  if (!z.safeParse(DATE_TIME, dateTime).success) return null;
  return Date.parse(HAS_ZONE.test(dateTime) ? dateTime : `${dateTime}Z`);
}

/**
 * The moment so far from now, in milliseconds, cut to whole seconds; null beyond what a date can be. A month later is
 * the same day of the next month, or its last.
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
  // The 31st of a shorter month is a day of the month after it: day 0 of that one is the last of the month meant.
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}
