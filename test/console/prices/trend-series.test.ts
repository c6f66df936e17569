import { describe, expect, it } from "vitest";
import { rangeStart, weeksStart } from "../../../console/prices/trend/trend-range.ts";
import type { TrendSeries } from "../../../console/prices/trend/trend-series.ts";
import { lonely, trendSeries } from "../../../console/prices/trend/trend-series.ts";

/** A sale of one listing on a day in Japan. */
const point = (day: string, price: number) => ({
  start: new Date(`${day}T00:00:00+09:00`).toISOString(),
  count: 1,
  min: price - 2,
  p25: price - 1,
  median: price,
  p75: price + 1,
  max: price + 2,
});
const noonInJapan = (day: string) => new Date(`${day}T12:00:00+09:00`);
const dayOf = (seconds: number) => new Date((seconds + 9 * 3_600) * 1_000).toISOString().slice(0, 10);
const mediansOf = ({ points }: TrendSeries) => points.map((each) => each?.median ?? null);

describe("the series of a trend", () => {
  it("has a value for each day from the first sale to today, and no value where nothing was sold", () => {
    const points = [point("2026-11-16", 3_000), point("2026-11-18", 4_000)];
    const series = trendSeries(points, "day", noonInJapan("2026-11-20"));
    expect(series.starts.map(dayOf)).toEqual(["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]);
    expect(mediansOf(series)).toEqual([3_000, null, 4_000, null, null]);
    expect(series.points).toEqual([points[0], null, points[1], null, null]);
  });

  it("has weeks up to the one of today, which begins on Monday in Japan", () => {
    // In UTC it is still Sunday.
    const now = new Date("2026-11-22T16:00:00.000Z");
    const series = trendSeries([point("2026-11-02", 3_000), point("2026-11-16", 3_500)], "week", now);
    expect(series.starts.map(dayOf)).toEqual(["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"]);
    expect(mediansOf(series)).toEqual([3_000, null, 3_500, null]);
  });

  it("keeps a sale that this device's clock has not reached yet, and is empty without sales", () => {
    const late = trendSeries([point("2026-11-20", 3_000)], "day", noonInJapan("2026-11-19"));
    expect(mediansOf(late)).toEqual([3_000]);
    expect(trendSeries([], "day", noonInJapan("2026-11-19")).starts).toEqual([]);
  });

  it("finds the values that no line reaches", () => {
    expect(lonely([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(lonely([7])).toEqual([0]);
    expect(lonely([null, null])).toEqual([]);
  });
});

describe("the range of a trend", () => {
  it("begins months ago on the same day in Japan, or on the last one of a shorter month", () => {
    expect(rangeStart(3, "day", noonInJapan("2026-11-20"))).toBe("2026-08-20");
    expect(rangeStart(1, "day", noonInJapan("2026-03-31"))).toBe("2026-02-28");
    expect(rangeStart(12, "day", new Date("2026-11-20T15:00:00.000Z"))).toBe("2025-11-21");
    expect(rangeStart(3, "day", noonInJapan("2026-01-15"))).toBe("2025-10-15");
  });

  it("begins with a whole week", () => {
    expect(rangeStart(3, "week", noonInJapan("2026-11-20"))).toBe("2026-08-17");
    expect(rangeStart(1, "week", noonInJapan("2026-11-16"))).toBe("2026-10-12");
    expect(weeksStart(1, new Date("2026-11-22T16:00:00.000Z"))).toBe("2026-11-23");
    expect(weeksStart(12, noonInJapan("2026-11-22"))).toBe("2026-08-31");
  });
});
