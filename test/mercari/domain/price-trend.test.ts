import { describe, expect, it } from "vitest";
import { priceTrend, quantile } from "../../../lambdas/mercari/domain/price-trend.ts";

const sold = (soldOutAt: string, price: number) => ({ soldOutAt, price });

describe("priceTrend", () => {
  it("has one point for each day in Japan", () => {
    const points = priceTrend(
      [
        sold("2026-11-19T14:59:59.999Z", 100),
        sold("2026-11-19T15:00:00.000Z", 400),
        sold("2026-11-20T14:59:59.999Z", 200),
        sold("2026-11-20T03:00:00.000Z", 300),
      ],
      "day",
    );
    expect(points).toEqual([
      { start: "2026-11-18T15:00:00.000Z", count: 1, min: 100, p25: 100, median: 100, p75: 100, max: 100 },
      { start: "2026-11-19T15:00:00.000Z", count: 3, min: 200, p25: 250, median: 300, p75: 350, max: 400 },
    ]);
  });

  it("has one point for each week in Japan, beginning on Monday", () => {
    // 2026-11-16 is a Monday; it begins in Japan at 15:00 UTC of the previous day.
    const points = priceTrend(
      [sold("2026-11-15T14:59:59.999Z", 1), sold("2026-11-15T15:00:00.000Z", 2), sold("2026-11-22T14:59:59.999Z", 3)],
      "week",
    );
    expect(points.map(({ start, count }) => [start, count])).toEqual([
      ["2026-11-08T15:00:00.000Z", 1],
      ["2026-11-15T15:00:00.000Z", 2],
    ]);
  });

  it("has a week for a time before 1970, which a wrong page may show", () => {
    expect(priceTrend([sold("1969-12-31T00:00:00.000Z", 1)], "week")[0]?.start).toBe("1969-12-28T15:00:00.000Z");
  });

  it("has no point for a day without a sale, and no points without sales", () => {
    expect(priceTrend([], "day")).toEqual([]);
    expect(priceTrend([sold("2026-01-01T00:00:00.000Z", 5), sold("2026-03-01T00:00:00.000Z", 5)], "day")).toHaveLength(
      2,
    );
  });
});

describe("quantile", () => {
  it.each([
    [[10], 0.5, 10],
    [[10, 20], 0.5, 15],
    [[10, 20], 0.25, 13],
    [[1, 2, 3, 4, 5], 0.75, 4],
    [[], 0.5, 0],
  ])("of %j at %d is %i yen", (sorted, share, yen) => {
    expect(quantile(sorted, share)).toBe(yen);
  });
});
