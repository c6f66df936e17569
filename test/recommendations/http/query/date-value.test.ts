import { describe, expect, it } from "vitest";
import { parseDate, relativeTime } from "../../../../lambdas/recommendations/http/query/date-value.ts";

function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

describe("parseDate", () => {
  it.each([
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20 03:00:00", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00:00", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00:00Z", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20 03:00:00Z", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00:00.123Z", "2026-11-20T03:00:00.123Z"],
    ["2026-11-20T03:00:00+09:00", "2026-11-19T18:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("of %s is %s", (text, moment) => {
    expect(iso(parseDate(text))).toBe(moment);
  });

  it.each([
    "",
    "2026",
    "2026-11",
    "2026-02-29",
    "2026-02-30 00:00:00",
    "2026-11-20 24:00:00",
    "2026-11-20  03:00:00",
    "20.11.2026",
    "11/20/2026",
    "1795143600000",
    "now",
    "Fri, 20 Nov 2026 03:00:00 GMT",
  ])("is null for %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

describe("relativeTime", () => {
  it.each([
    ["2026-11-20T03:00:00.789Z", "sub", 30, "days", "2026-10-21T03:00:00.000Z"],
    ["2026-11-20T03:00:00.000Z", "add", 2, "weeks", "2026-12-04T03:00:00.000Z"],
    ["2026-11-20T03:00:00.000Z", "sub", 5, "hours", "2026-11-19T22:00:00.000Z"],
    ["2026-11-20T03:00:00.000Z", "sub", 90, "minutes", "2026-11-20T01:30:00.000Z"],
    ["2026-11-20T03:00:00.000Z", "add", 61, "seconds", "2026-11-20T03:01:01.000Z"],
    ["2026-11-20T03:00:00.000Z", "sub", 0, "days", "2026-11-20T03:00:00.000Z"],
    ["2026-03-31T03:00:00.000Z", "sub", 1, "months", "2026-02-28T03:00:00.000Z"],
    ["2026-01-31T03:00:00.000Z", "add", 1, "months", "2026-02-28T03:00:00.000Z"],
    ["2024-01-31T03:00:00.000Z", "add", 1, "months", "2024-02-29T03:00:00.000Z"],
    ["2026-12-31T03:00:00.000Z", "add", 2, "months", "2027-02-28T03:00:00.000Z"],
    ["2026-01-15T03:00:00.000Z", "sub", 13, "months", "2024-12-15T03:00:00.000Z"],
    ["2024-02-29T03:00:00.000Z", "sub", 1, "years", "2023-02-28T03:00:00.000Z"],
    ["2024-02-29T03:00:00.000Z", "add", 4, "years", "2028-02-29T03:00:00.000Z"],
  ] as const)("%s, %s %i %s is %s", (now, op, amount, unit, moment) => {
    expect(iso(relativeTime(new Date(now), { op, amount, unit }))).toBe(moment);
  });

  it.each([
    [300_000, "years"],
    [1e15, "days"],
    [1e300, "months"],
  ] as const)("is null for %d %s from now", (amount, unit) => {
    expect(relativeTime(new Date(0), { op: "add", amount, unit })).toBeNull();
  });
});
