/**
 * The time zone in which it is about noon now. People read of times by the calendar of their zone: an hour ago is "yesterday"
 * soon after midnight. So a test that says what they read would fail in some hours of the day.
 *
 * A fixture whose date a test reads is at 11:30 UTC: that is the same day in each of these zones, from -11 to +12 hours.
 */
export function zoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  // The names of these zones count west of Greenwich.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
