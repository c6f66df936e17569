import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Low, PriceSummary, Sale } from "../../../lambdas/mercari/domain/price-summary.ts";
import { percentAbove, salesCountFrom, summarizePrices } from "../../../lambdas/mercari/domain/price-summary.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";

const NOW = new Date("2026-11-27T03:00:00.000Z");
const DAY_MS = 24 * 3_600_000;

const offer = (price: number, changes: Partial<WatchEntry> = {}): WatchEntry => ({
  externalId: `m${price}`,
  price,
  sellingStatus: ON_SALE,
  dueAt: 0,
  ...changes,
});
/** A sale so many days before now. */
const sale = (days: number, price: number): Sale => ({
  soldOutAt: new Date(NOW.getTime() - days * DAY_MS).toISOString(),
  price,
});
const summaryOf = (...lows: readonly Low[]): PriceSummary => ({
  searches: 0,
  offers: null,
  sold30d: { count: 0, median: null },
  sold90d: { count: 0, median: null },
  lows,
});
const summary = (offers: readonly number[], sales: readonly Sale[] = [], earlier: PriceSummary | null = null) =>
  summarizePrices({ watched: offers.map((price) => offer(price)), sales }, 0, earlier, NOW);
const low = (month: string, price: number): Low => ({ month, price });

describe("a summary of prices", () => {
  it("has the offers, the sales of 30 days and of 90, and the lows", () => {
    expect(summary([900, 1_100, 1_000], [sale(31, 1_500), sale(30, 800), sale(1, 1_000)])).toEqual({
      searches: 0,
      offers: { lowest: 900, median: 1_000 },
      sold30d: { count: 2, median: 900 },
      sold90d: { count: 3, median: 1_000 },
      lows: [low("2026-10", 800), low("2026-11", 900)],
    });
  });

  it("has no offers when those left are sold or said to be deleted", () => {
    const watched = [offer(900, { isGone: true }), offer(800, { sellingStatus: SOLD })];
    expect(summarizePrices({ watched, sales: [] }, 3, null, NOW)).toEqual({ ...summaryOf(), searches: 3 });
  });

  it("needs the sales of 90 days", () => {
    expect(salesCountFrom(NOW)).toBe("2026-08-29T03:00:00.000Z");
  });
});

describe("the lows", () => {
  it.each<[what: string, lows: readonly Low[], offers: readonly number[], expected: readonly Low[]]>([
    ["begin with the first offer", [], [900], [low("2026-11", 900)]],
    ["stay while nothing is on sale", [low("2026-06", 800)], [], [low("2026-06", 800)]],
    ["of the month fall", [low("2026-11", 900)], [850], [low("2026-11", 850)]],
    ["of the month do not rise", [low("2026-11", 850)], [900], [low("2026-11", 850)]],
    ["keep a month with less", [low("2026-06", 800)], [900], [low("2026-06", 800), low("2026-11", 900)]],
    ["lose a month with as much", [low("2026-06", 900)], [900], [low("2026-11", 900)]],
    ["lose all months with more", [low("2026-06", 910), low("2026-09", 950)], [900], [low("2026-11", 900)]],
  ])("%s", (_what, lows, offers, expected) => {
    expect(summary(offers, [], summaryOf(...lows)).lows).toEqual(expected);
  });

  it.each([
    ["2026-09-30T14:59:59.999Z", "2026-09"],
    ["2026-09-30T15:00:00.000Z", "2026-10"],
    ["2026-12-31T15:00:00.000Z", "2027-01"],
  ])("count prices asked or paid at %s in the month %s of Japanese time", (moment, month) => {
    const now = new Date(moment);
    const lowsOf = (watched: readonly WatchEntry[], sales: readonly Sale[]) =>
      summarizePrices({ watched, sales }, 0, null, now).lows;
    expect(lowsOf([offer(900)], [])).toEqual([low(month, 900)]);
    expect(lowsOf([], [{ soldOutAt: moment, price: 900 }])).toEqual([low(month, 900)]);
  });

  it("tell the last month with a lower price, in whatever order the months come", () => {
    const months = fc.array(
      fc.record({ month: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 500, max: 900 }) }),
    );
    fc.assert(
      fc.property(months, fc.integer({ min: 500, max: 900 }), (found, price) => {
        const all = found.map(({ month, price: paid }) => low(`2026-0${month}`, paid));
        let lows: readonly Low[] = [];
        for (const one of all) lows = summary([], [], summaryOf(...lows, one)).lows;
        const lower = all.filter((one) => one.price < price).map(({ month }) => month);
        expect(lows.findLast((one) => one.price < price)?.month).toBe(lower.toSorted().at(-1));
        expect(lows[0]?.price).toBe(all.length === 0 ? undefined : Math.min(...all.map((one) => one.price)));
      }),
    );
  });

  it("of another search are forgotten", () => {
    const lows = summaryOf(low("2026-06", 100));
    expect(summarizePrices({ watched: [offer(900)], sales: [] }, 1, lows, NOW).lows).toEqual([low("2026-11", 900)]);
  });

  it.each<[what: string, offers: readonly number[], sales: readonly Sale[], lowest: number | undefined]>([
    ["an offer of less than a third of the sales", [333], Array.from({ length: 5 }, () => sale(1, 1_000)), 1_000],
    ["an offer of a third of the sales", [300], Array.from({ length: 5 }, () => sale(1, 900)), 300],
    ["an offer of less than a third of the offers, of too few sales", [333, 1_000, 1_001], [], 1_000],
    [
      "a sale of less than a third of the others",
      [1_000],
      [sale(2, 300), ...Array.from({ length: 5 }, () => sale(1, 1_000))],
      1_000,
    ],
  ])("count %s correctly", (_what, offers, sales, lowest) => {
    expect(summary(offers, sales).lows[0]?.price).toBe(lowest);
  });

  it("cover twelve months, the oldest of which claims too little", () => {
    const months = Array.from({ length: 12 }, (_, month) =>
      low(`2025-${String(month + 1).padStart(2, "0")}`, 800 + month),
    );
    expect(summary([900], [], summaryOf(...months)).lows).toEqual([
      low("2025-02", 800),
      ...months.slice(2),
      low("2026-11", 900),
    ]);
    expect(summary([811], [], summaryOf(...months)).lows).toHaveLength(12);
  });
});

it.each([
  [820, 1_000, -18],
  [1_000, 1_000, 0],
  [999, 1_000, 0],
  [1_125, 1_000, 13],
  [9_999_999, 300, 3_333_233],
])("percentAbove(%d, %d) is %d", (price, median, percent) => {
  expect(percentAbove(price, median)).toBe(percent);
});
