import { describe, expect, it } from "vitest";
import { relative, shortDay } from "../../../console/language/format.ts";

describe("how far a time is from now", () => {
  it.each([
    ["2026-11-23T12:00:00", "2026-11-23T12:00:59", "59 seconds ago"],
    ["2026-11-23T12:00:00", "2026-11-23T12:01:00", "1 minute ago"],
    ["2026-11-22T23:50:00", "2026-11-23T00:10:00", "20 minutes ago"],
    ["2026-11-23T00:10:00", "2026-11-23T23:50:00", "23 hours ago"],
    ["2026-11-23T20:00:00", "2026-11-23T17:00:00", "in 3 hours"],
    // Twenty hours, and a day of the calendar.
    ["2026-11-22T22:00:00", "2026-11-23T18:00:00", "yesterday"],
    ["2026-11-24T07:00:00", "2026-11-23T18:00:00", "tomorrow"],
    // 47 hours, and two days of the calendar.
    ["2026-11-21T23:30:00", "2026-11-23T22:30:00", "2 days ago"],
    ["2026-11-01T00:00:00", "2026-11-30T23:00:00", "29 days ago"],
    ["2026-10-01T08:00:00", "2026-10-31T20:00:00", "30 days ago"],
    ["2026-10-05T08:00:00", "2026-11-05T07:00:00", "last month"],
    // 35 days, and two months of the calendar.
    ["2026-01-31T08:00:00", "2026-03-07T08:00:00", "2 months ago"],
    ["2026-12-31T08:00:00", "2026-11-23T08:00:00", "next month"],
    ["2026-01-31T08:00:00", "2026-12-01T08:00:00", "11 months ago"],
    ["2025-12-01T08:00:00", "2026-11-23T08:00:00", "11 months ago"],
    ["2025-11-01T08:00:00", "2026-11-23T08:00:00", "last year"],
    ["2024-12-31T08:00:00", "2026-01-01T08:00:00", "2 years ago"],
  ])("%s at %s is %s", (time, now, words) => {
    expect(relative(new Date(time).toISOString(), new Date(now))).toBe(words);
  });
});

describe("a day in a list", () => {
  it.each([
    ["2026-11-23T00:10:00", "today"],
    ["2026-11-22T23:50:00", "yesterday"],
    ["2026-11-17T00:00:00", "6 days ago"],
    ["2026-11-16T23:59:00", "16 Nov"],
    ["2025-12-31T12:00:00", "31 Dec 2025"],
  ])("%s is %s", (time, words) => {
    expect(shortDay(new Date(time).toISOString(), new Date("2026-11-23T09:00:00"))).toBe(words);
  });
});
