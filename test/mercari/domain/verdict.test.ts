import { describe, expect, it } from "vitest";
import type { PriceSummary, SoldPrices } from "../../../lambdas/mercari/domain/price-summary.ts";
import type { LastCrawl } from "../../../lambdas/mercari/domain/product.ts";
import { verdictOf } from "../../../lambdas/mercari/domain/verdict.ts";

const NOW = new Date("2026-11-27T03:00:00.000Z");
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS).toISOString();

const crawled = (changes: Partial<LastCrawl> = {}): LastCrawl => ({
  finishedAt: hoursAgo(1),
  outcome: "items",
  errorKind: null,
  complete: true,
  failingSince: null,
  ...changes,
});
const sold = (count: number, median: number | null = 1_000): SoldPrices => ({ count, median });
const prices = (changes: Partial<PriceSummary> = {}): PriceSummary => ({
  searches: 2,
  offers: { lowest: 820, median: 1_050 },
  sold30d: sold(5),
  sold90d: sold(36, 1_020),
  lows: [
    { month: "2026-02", price: 700 },
    { month: "2026-06", price: 810 },
    { month: "2026-11", price: 820 },
  ],
  ...changes,
});
const judged = (changes: Partial<PriceSummary> = {}, lastCrawl: LastCrawl | null = crawled()) =>
  verdictOf({ prices: prices(changes), searches: 2, lastCrawl }, NOW);
const at = (lowest: number) => judged({ offers: { lowest, median: 1_050 } });

describe("a verdict", () => {
  it("compares the cheapest offer with the sales, the offers and the lows", () => {
    expect(judged()).toEqual({
      kind: "good",
      reason: null,
      price: 820,
      plausibleFrom: 334,
      percent: -18,
      sales: 5,
      days: 30,
      against: { offersMedian: 1_050, soldMedian30d: 1_000, soldMedian90d: 1_020, lowestEver: 700 },
      lowestSince: "2026-06",
    });
  });

  it.each([
    ["before the first crawl", null],
    ["when nothing is on sale", prices({ offers: null })],
  ])("is null %s", (_when, summary) => {
    expect(verdictOf({ prices: summary, searches: 2, lastCrawl: crawled() }, NOW)).toBeNull();
  });

  it.each([
    { price: 900, kind: "good", percent: -10 },
    { price: 906, kind: "usual", percent: -9 },
    { price: 1_094, kind: "usual", percent: 9 },
    { price: 1_095, kind: "dear", percent: 10 },
    { price: 334, kind: "good", percent: -67 },
  ])("of $price yen is $kind", ({ price, kind, percent }) => {
    expect(at(price)).toMatchObject({ kind, percent, reason: null });
  });

  it("rests on 90 days where 30 have fewer than five sales", () => {
    expect(judged({ sold30d: sold(4), sold90d: sold(5, 1_200) })).toMatchObject({ percent: -32, sales: 5, days: 90 });
  });

  it.each([
    { sold30d: sold(4), sold90d: sold(4), sales: 4 },
    { sold30d: sold(0, null), sold90d: sold(0, null), sales: 0 },
  ])("is unknown for $sales sales", ({ sales, ...changes }) => {
    const expected = { kind: "unknown", reason: "few_sales", percent: null, sales, days: 90 };
    expect(judged(changes)).toMatchObject(expected);
  });

  it("is unknown for a price that is far too low", () => {
    expect(at(333)).toMatchObject({ kind: "unknown", reason: "far_below", percent: -67 });
  });

  it.each([
    ["more than a day ago", crawled({ finishedAt: hoursAgo(24.01) }), "unknown"],
    ["a day ago", crawled({ finishedAt: hoursAgo(24) }), "good"],
    ["before crawls have failed for more than a day", crawled({ failingSince: hoursAgo(24.01) }), "unknown"],
    ["before crawls have failed for a day", crawled({ failingSince: hoursAgo(24) }), "good"],
    ["never", null, "unknown"],
  ])("of prices whose last good crawl was %s is as expected", (_when, lastCrawl, kind) => {
    expect(judged({}, lastCrawl)).toMatchObject({ kind, reason: kind === "good" ? null : "old_prices", percent: -18 });
  });

  it.each([
    { lows: [], lowestEver: null, lowestSince: null },
    { lows: [{ month: "2026-11", price: 820 }], lowestEver: 820, lowestSince: null },
    { lows: [{ month: "2026-11", price: 800 }], lowestEver: 800, lowestSince: "2026-11" },
  ])("has the time since when nothing was cheaper: %j", ({ lows, lowestEver, lowestSince }) => {
    expect(judged({ lows })).toMatchObject({ against: { lowestEver }, lowestSince });
  });

  it("ignores the lows of an earlier search", () => {
    expect(judged({ searches: 1 })).toMatchObject({ against: { lowestEver: null }, lowestSince: null });
  });
});
