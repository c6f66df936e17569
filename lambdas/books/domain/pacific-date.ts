const CALENDAR = new Intl.DateTimeFormat("en", {
  timeZone: "America/Los_Angeles",
  calendar: "iso8601",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day by which Google counts daily quotas, `YYYY-MM-DD`: it turns at midnight in California, 07:00 or 08:00 UTC. */
export function pacificDate(now: Date): string {
  const parts = Object.fromEntries(CALENDAR.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}
