const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const month = `(?<month>${months.join("|")})`;
const time = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

// The three date forms of RFC 9110, 5.6.7. A lenient parser would also accept "1.5", "-1" or "2026" as dates and turn a
// malformed header into a wait of years.
const dateForms = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(
    `^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`,
  ),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>\\d{2}| \\d) ${time} (?<year>\\d{4})$`),
];

/** A two-digit year more than 50 years ahead means the same year of the previous century (RFC 9110, 5.6.7). */
function fullYear(digits: string, now: Date): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  const thisYear = now.getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}

/** Milliseconds since 1970 of an HTTP-date; null for any other text. */
function httpDate(text: string, now: Date): number | null {
  for (const form of dateForms) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const { day = "", month = "", year = "", hour = "", minute = "", second = "" } = parts;
    // 60 is the leap second, which the grammar allows.
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
    const midnight = new Date(0);
    midnight.setUTCFullYear(fullYear(year, now), months.indexOf(month), Number(day));
    // 31 February would become a day in March.
    if (midnight.getUTCDate() !== Number(day)) return null;
    return midnight.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  }
  return null;
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3).
 *
 * @param value the header, undefined if the response had none.
 * @param now when the response arrived, by this machine's clock.
 * @param dateHeader the `Date` header of the same response. If it is a valid HTTP-date, the wait is counted from it, so that
 * a difference between the two clocks does not change the wait.
 * @returns whole seconds to wait, rounded up, 0 or more and without an upper limit (callers have their own); null if there
 * is no header or it is malformed. Never throws.
 */
export function parseRetryAfter(value: string | undefined, now: Date, dateHeader?: string): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const until = httpDate(text, now);
  if (until === null) return null;
  const from = httpDate(dateHeader?.trim() ?? "", now) ?? now.getTime();
  return Math.max(0, Math.ceil((until - from) / 1000));
}
