/** Numbers below these are seconds, milliseconds and microseconds since 1970, of years before 5138. */
const SECONDS_BELOW = 1e11;
const MILLISECONDS_BELOW = 1e14;

/**
 * The time of an entry: ISO 8601, or a number of seconds, milliseconds or microseconds since 1970, which its size tells.
 *
 * @returns null for anything else, and for zero, which programs write when they don't know the time
 */
export function fileDate(written: unknown): Date | null {
  const text = typeof written === "number" ? String(written) : typeof written === "string" ? written.trim() : "";
  if (/^\d{1,17}(\.\d{1,9})?$/.test(text)) return ofNumber(Number(text));
  return /^\d{4}-\d\d-\d\d/.test(text) ? valid(new Date(text)) : null;
}

function ofNumber(value: number): Date | null {
  if (value === 0) return null;
  if (value < SECONDS_BELOW) return valid(new Date(value * 1_000));
  return valid(new Date(value < MILLISECONDS_BELOW ? value : value / 1_000));
}

function valid(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date;
}
