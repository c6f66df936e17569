/** Each side of UTC midnight within which a day begins in any time zone, in milliseconds: zones are at most 15 h apart from it. */
const MOST_OFFSET_MS = 15 * 3_600_000;

/** Whether this is a time zone, by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * When a day begins in a time zone: its first instant, which is not midnight where clocks are put forward then.
 *
 * @param day `YYYY-MM-DD`
 * @param timeZone an IANA name
 * @returns ISO 8601 UTC; null when there is no such day
 */
export function startOfDay(day: string, timeZone: string): string | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  const sought = Number(day.replaceAll("-", ""));
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const dayAt = (time: number) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return Number(`${parts.year}${parts.month}${parts.day}`);
  };
  let before = midnight - MOST_OFFSET_MS;
  let begun = midnight + MOST_OFFSET_MS;
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (dayAt(middle) < sought) before = middle;
    else begun = middle;
  }
  return new Date(begun).toISOString();
}
