import * as z from "zod/mini";

const DAY = z.iso.date();
/** A day in Japan, or a moment with its zone. */
const dayOrMoment = z.union(
  [DAY, z.iso.datetime({ offset: true })],
  "must be a date such as 2026-11-20, or a date-time with a zone",
);

/** The first moment of a day, or the moment itself; ISO 8601 UTC. */
const start = z.pipe(
  dayOrMoment,
  z.transform((text) => momentOf(text, "00:00:00.000")),
);

/** The last moment of a day, which belongs to it, or the moment itself; ISO 8601 UTC. */
const end = z.pipe(
  dayOrMoment,
  z.transform((text) => momentOf(text, "23:59:59.999")),
);

function momentOf(text: string, timeOfDay: string): string {
  const isDay = z.safeParse(DAY, text).success;
  return new Date(isDay ? `${text}T${timeOfDay}+09:00` : text).toISOString();
}

/** `?from=` and `?to=` of a trend. */
export const trendRange = { from: z.optional(start), to: z.optional(end) };

/** Whether a range ends before it begins. */
export function isBackwards({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return from !== undefined && to !== undefined && from > to;
}
