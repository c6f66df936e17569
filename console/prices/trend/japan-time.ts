// The days and weeks of trends are Japan's, which has one time zone and no daylight saving time.
const OFFSET_MS = 9 * 3_600_000;
export const DAY_SECONDS = 86_400;

/** A moment as a `Date` whose UTC fields are Japan's time. */
export function inJapan(moment: Date): Date {
  return new Date(moment.getTime() + OFFSET_MS);
}
