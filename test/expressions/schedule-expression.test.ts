import { describe, expect, it } from "vitest";
import { untilNext } from "../../lib/expressions/schedule-expression.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("a schedule is due", () => {
  it.each<[string, number]>([
    ["rate(1 minute)", MINUTE],
    ["rate(5 minutes)", 5 * MINUTE],
    ["rate(1 hour)", HOUR],
    ["rate(2 days)", 48 * HOUR],
  ])("%s: as long from now", (expression, wait) => {
    expect(untilNext(expression, "UTC", new Date("2026-03-01T10:20:30.500Z"))).toBe(wait);
  });

  // 20 November 2026 is a Friday.
  it.each<[string, string, string, string]>([
    ["cron(0 * * * ? *)", "UTC", "2026-11-20T03:15:30Z", "2026-11-20T04:00:00Z"],
    ["cron(0 * * * ? *)", "UTC", "2026-11-20T03:00:00Z", "2026-11-20T04:00:00Z"],
    ["cron(0/15 * * * ? *)", "UTC", "2026-11-20T03:16:00Z", "2026-11-20T03:30:00Z"],
    ["cron(30 4 * * ? *)", "Asia/Tokyo", "2026-11-20T00:00:00Z", "2026-11-20T19:30:00Z"],
    ["cron(30 4 * * ? *)", "UTC", "2026-11-20T05:00:00Z", "2026-11-21T04:30:00Z"],
    // Weekdays count from Sunday = 1.
    ["cron(0 3 ? * 1 *)", "UTC", "2026-11-20T00:00:00Z", "2026-11-22T03:00:00Z"],
    ["cron(0 3 ? * 7 *)", "UTC", "2026-11-20T00:00:00Z", "2026-11-21T03:00:00Z"],
    ["cron(0 3 ? * 2-6 *)", "UTC", "2026-11-20T04:00:00Z", "2026-11-23T03:00:00Z"],
    ["cron(0 3 ? * SUN *)", "UTC", "2026-11-20T00:00:00Z", "2026-11-22T03:00:00Z"],
    ["cron(0 3 ? * MON-FRI *)", "UTC", "2026-11-20T04:00:00Z", "2026-11-23T03:00:00Z"],
    // The second Monday of December 2026 is the 14th.
    ["cron(0 3 ? * MON#2 *)", "UTC", "2026-12-01T00:00:00Z", "2026-12-14T03:00:00Z"],
    ["cron(0 3 ? * 2#2 *)", "UTC", "2026-12-01T00:00:00Z", "2026-12-14T03:00:00Z"],
    ["cron(0 3 L * ? *)", "UTC", "2026-11-20T00:00:00Z", "2026-11-30T03:00:00Z"],
    ["cron(0 0 1 1 ? 2028)", "UTC", "2026-11-20T00:00:00Z", "2028-01-01T00:00:00Z"],
    ["cron(0 0 1 JAN ? *)", "UTC", "2026-11-20T00:00:00Z", "2027-01-01T00:00:00Z"],
    // Clocks are set back on 25 October 2026 in Berlin: four in the morning is an hour later in UTC.
    ["cron(0 4 * * ? *)", "Europe/Berlin", "2026-10-24T03:00:00Z", "2026-10-25T03:00:00Z"],
  ])("%s in %s, seen at %s: at %s", (expression, timezone, now, due) => {
    const from = new Date(now);
    expect(new Date(from.getTime() + untilNext(expression, timezone, from)).toISOString()).toBe(
      new Date(due).toISOString(),
    );
  });

  it.each(["every hour", "rate(5)", "rate(5 weeks)", "cron(0 * * * *)", "at(2026-11-20T03:00:00)", "cron()", ""])(
    "never for an invalid expression: %j",
    (expression) => {
      expect(() => untilNext(expression, "UTC", new Date())).toThrow(/schedule/);
    },
  );

  it("never for a time in the past", () => {
    expect(() => untilNext("cron(0 0 1 1 ? 2020)", "UTC", new Date("2026-11-20T00:00:00Z"))).toThrow(/never due/);
  });
});
