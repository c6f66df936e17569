import { afterEach, describe, expect, it, vi } from "vitest";
import { relative } from "../../../console/language/format.ts";

afterEach(() => void vi.unstubAllEnvs());

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

  it("is counted by the days of the reader's own time zone", () => {
    const [time, now] = ["2026-11-22T14:30:00Z", new Date("2026-11-23T04:00:00Z")];
    vi.stubEnv("TZ", "Asia/Tokyo");
    expect(relative(time, now)).toBe("yesterday");
    vi.stubEnv("TZ", "Pacific/Auckland");
    expect(relative(time, now)).toBe("13 hours ago");
    // The day on which clocks are set back has 25 hours.
    vi.stubEnv("TZ", "Europe/Berlin");
    expect(relative("2026-10-25T00:30:00+02:00", new Date("2026-10-26T00:10:00+01:00"))).toBe("yesterday");
    expect(relative("2026-10-25T00:30:00+02:00", new Date("2026-10-25T23:40:00+01:00"))).toBe("24 hours ago");
  });
});
