import * as z from "zod/mini";

const DAY = z.iso.date();
/** A day in Japan, or a date-time with its zone. */
const dayOrMoment = z.union(
  [DAY, z.iso.datetime({ offset: true })],
  "must be a date such as 2026-11-20, or a date-time with a zone",
);

/**
 * A date-time, or one on a day; ISO 8601 UTC. A year with more than four digits begins with a sign and would not sort by
 * time.
 *
 * @param timeOfDay the time on a day
 */
function moment(timeOfDay: string) {
  return z
    .pipe(
      dayOrMoment,
      z.transform((text) => momentOf(text, timeOfDay)),
    )
    .check(z.refine((utc) => /^\d{4}-/.test(utc), { error: "must be in the years 0000 to 9999 of UTC", abort: true }));
}

function momentOf(text: string, timeOfDay: string): string {
  const isDay = z.safeParse(DAY, text).success;
  return new Date(isDay ? `${text}T${timeOfDay}+09:00` : text).toISOString();
}

/** `?from=` and `?to=` of a trend: the first moment of a day, and the last one of a day, which is included. */
export const trendRange = { from: z.optional(moment("00:00:00.000")), to: z.optional(moment("23:59:59.999")) };

/** Whether a range ends before it begins. */
export function isBackwards({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return from !== undefined && to !== undefined && from > to;
}
