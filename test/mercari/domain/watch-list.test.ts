import { describe, expect, it } from "vitest";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";
import { dueForExistence, dueForSoldOutAt, onSale, watchEntryOf } from "../../../lambdas/mercari/domain/watch-list.ts";
import { resultRow } from "../result-rows.ts";

const HOUR = 3_600;
const NOW = 1_800_000_000;

/** A row that has been due for so many hours. */
const watched = (externalId: string, hours: number, changes: Partial<WatchEntry> = {}): WatchEntry => ({
  externalId,
  price: 500,
  sellingStatus: ON_SALE,
  dueAt: NOW - hours * HOUR,
  ...changes,
});
const sold = (externalId: string, hours: number) => watched(externalId, hours, { sellingStatus: SOLD });
const idsOf = (rows: readonly WatchEntry[]) => rows.map(({ externalId }) => externalId);

describe("a row", () => {
  it.each([
    ["on sale", { sellingStatus: ON_SALE, soldOutAt: null }],
    ["sold, nobody knows when", { sellingStatus: SOLD, soldOutAt: null }],
  ] as const)("is watched that is %s", (_, changes) => {
    const row = resultRow("product-1", 5, changes);
    const { externalId, price, sellingStatus } = row;
    expect(watchEntryOf(row, NOW)).toEqual({ externalId, price, sellingStatus, dueAt: NOW });
  });

  it("is watched no more once the time of its sale is known", () => {
    expect(watchEntryOf(resultRow("product-1", 5, { sellingStatus: SOLD }), NOW)).toBeNull();
  });
});

describe("what a crawl has looked after", () => {
  it("is what it has not seen on sale, the longest due first", () => {
    const rows = [watched("m1", 1), watched("m2", 30), watched("m3", 20), watched("m4", 40), sold("m5", 50)];
    expect(idsOf(dueForExistence(rows, new Set(["m4"]), null, NOW))).toEqual(["m2", "m3", "m1"]);
  });

  it("is first what the previous complete crawl saw, cheapest first, however recently it was found or checked", () => {
    const rows = [
      watched("m1", 30),
      watched("m2", -5, { price: 900 }),
      watched("m3", 2, { price: 700 }),
      watched("m4", -6, { price: 800 }),
      watched("m5", 50, { price: 1 }),
    ];
    const lastSeen = { at: NOW - HOUR, externalIds: new Set(["m2", "m3", "m4", "m5"]) };
    expect(idsOf(dueForExistence(rows, new Set(["m5"]), lastSeen, NOW))).toEqual(["m3", "m4", "m2", "m1"]);
  });

  it("is twenty rows on sale in all, of which those that vanished come first", () => {
    const vanished = Array.from({ length: 15 }, (_, number) => watched(`v${number}`, -1));
    const others = Array.from({ length: 15 }, (_, number) => watched(`m${number}`, number));
    const lastSeen = { at: NOW - HOUR, externalIds: new Set(idsOf(vanished)) };
    const ids = idsOf(dueForExistence([...others, ...vanished], new Set(), lastSeen, NOW));
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 15)).toEqual(idsOf(vanished));
    expect(ids.slice(15)).toEqual(["m14", "m13", "m12", "m11", "m10"]);
  });

  it("is then what has been unseen for longest, not what has been due for longest", () => {
    const rows = [watched("m1", 30, { seenAt: NOW - HOUR }), watched("m2", 1, { seenAt: NOW - 9 * HOUR })];
    expect(idsOf(dueForExistence(rows, new Set(), null, NOW))).toEqual(["m2", "m1"]);
  });

  it("is what was sold at an unknown time, seen or not", () => {
    const rows = [sold("m1", 1), watched("m2", 30), sold("m3", 20)];
    expect(idsOf(dueForSoldOutAt(rows, NOW))).toEqual(["m3", "m1"]);
  });

  it("is not what is due later", () => {
    expect(idsOf(dueForExistence([watched("m1", -0.01), watched("m2", 0)], new Set(), null, NOW))).toEqual(["m2"]);
    expect(idsOf(dueForSoldOutAt([sold("m1", -0.01), sold("m2", 0)], NOW))).toEqual(["m2"]);
  });

  it("is twenty rows of each kind at the most, so that hundreds of old ones are spread over the hours", () => {
    const rows = Array.from({ length: 300 }, (_, number) => [
      watched(`m${number}`, number),
      sold(`s${number}`, number),
    ]);
    const existence = dueForExistence(rows.flat(), new Set(), null, NOW);
    expect(existence).toHaveLength(20);
    expect(existence[0]?.externalId).toBe("m299");
    const soldOutAt = dueForSoldOutAt(rows.flat(), NOW);
    expect(soldOutAt).toHaveLength(20);
    expect(soldOutAt[0]?.externalId).toBe("s299");
  });

  it("leaves the list as it was", () => {
    const rows = [watched("m1", 1), watched("m2", 2)];
    dueForExistence(rows, new Set(), null, NOW);
    expect(idsOf(rows)).toEqual(["m1", "m2"]);
  });
});

describe("what is on sale", () => {
  const priced = (...prices: readonly number[]) => prices.map((price, number) => watched(`m${number}`, 0, { price }));

  it("is counted without what is sold, with the cheapest and the middle", () => {
    const cheaper = watched("s1", 0, { price: 1, sellingStatus: SOLD });
    expect(onSale([...priced(9_999_999, 300, 500, 1_000), cheaper])).toEqual({
      count: 4,
      cheapest: watched("m1", 0, { price: 300 }),
      median: 750,
    });
  });

  it("is nothing when there is nothing", () => {
    expect(onSale([sold("s1", 0)])).toEqual({ count: 0, cheapest: null, median: null });
  });
});
