import { describe, expect, it, vi } from "vitest";
import type { PriceTrend } from "../../../client/index.ts";
import { TrendCache } from "../../../console/prices/trend/trend-cache.ts";

const TREND: PriceTrend = {
  interval: "week",
  points: [],
  on_sale: { count: 0, lowest: null, lowest_url: null, lowest_image_url: null, median: null },
  undated: 0,
};

describe("the trends of many products", () => {
  it("are asked for once, again after another crawl, and again after a failure", async () => {
    const ask = vi.fn(async () => TREND);
    ask.mockRejectedValueOnce(new Error("no network"));
    const cache = new TrendCache(ask);
    const both = await Promise.allSettled([cache.get("a", "1"), cache.get("a", "1")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    for (const crawledAt of ["1", "1", "2"]) await cache.get("a", crawledAt);
    expect(ask.mock.calls).toEqual([["a"], ["a"], ["a"]]);
  });
});
