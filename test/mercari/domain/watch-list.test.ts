import { describe, expect, it } from "vitest";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";
import {
  dueForExistence,
  dueForSoldOutAt,
  lastOnSale,
  onSale,
  watchEntryOf,
} from "../../../lambdas/mercari/domain/watch-list.ts";
import { resultRow } from "../result-rows.ts";

const HOUR = 3_600;
const NOW = 1_800_000_000;

/** A row that has been due for this many hours. */
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
  ] as const)("is watched if it is %s", (_, changes) => {
    const row = resultRow("product-1", 5, changes);
    const { externalId, price, sellingStatus } = row;
    expect(watchEntryOf(row, NOW)).toStrictEqual({ externalId, price, sellingStatus, dueAt: NOW });
  });

  it("is watched with the time of its last sight, and with a deletion that its page has stated", () => {
    const { externalId, price, sellingStatus } = resultRow("product-1", 5);
    const entry = { externalId, price, sellingStatus, dueAt: NOW };
    expect(watchEntryOf(resultRow("product-1", 5), NOW, 7)).toEqual({ ...entry, seenAt: 7 });
    const gone = resultRow("product-1", 5, { deletedSince: "2026-11-20T00:00:00.000Z" });
    expect(watchEntryOf(gone, NOW)).toEqual({ ...entry, isGone: true });
  });

  it.each([
    ["as written", { seenAt: NOW - 9 }, NOW - 99, NOW - 9],
    ["by the last complete crawl", { seenAt: NOW - 99 }, NOW - 9, NOW - 9],
    ["six hours before its check, if nothing is written", {}, null, NOW - 6 * HOUR],
  ])("was last seen on sale %s", (_, changes, crawledAt, expected) => {
    const lastSeen = crawledAt === null ? null : { at: crawledAt, externalIds: new Set(["m1"]) };
    expect(lastOnSale(watched("m1", 0, changes), lastSeen)).toBe(expected);
    expect(lastOnSale(watched("m2", 0, { seenAt: 1 }), lastSeen)).toBe(1);
  });

  it("is no longer watched once its time of sale is known", () => {
    expect(watchEntryOf(resultRow("product-1", 5, { sellingStatus: SOLD }), NOW)).toBeNull();
  });
});

describe("the rows that a crawl checks", () => {
  it("are those on sale that it has not seen, the longest due first", () => {
    const rows = [watched("m1", 1), watched("m2", 30), watched("m3", 20), watched("m4", 40), sold("m5", 50)];
    expect(idsOf(dueForExistence(rows, new Set(["m4"]), null, NOW))).toEqual(["m2", "m3", "m1"]);
  });

  it("begin with those that the previous complete crawl saw, cheapest first, even if they were found or checked recently", () => {
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

  it("are at most twenty rows on sale, first those that vanished since the previous crawl", () => {
    const vanished = Array.from({ length: 15 }, (_, number) => watched(`v${number}`, -1));
    const others = Array.from({ length: 15 }, (_, number) => watched(`m${number}`, number));
    const lastSeen = { at: NOW - HOUR, externalIds: new Set(idsOf(vanished)) };
    const ids = idsOf(dueForExistence([...others, ...vanished], new Set(), lastSeen, NOW));
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 15)).toEqual(idsOf(vanished));
    expect(ids.slice(15)).toEqual(["m14", "m13", "m12", "m11", "m10"]);
  });

  it("continue with the rows unseen for the longest time, not those due for the longest time", () => {
    const rows = [watched("m1", 30, { seenAt: NOW - HOUR }), watched("m2", 1, { seenAt: NOW - 9 * HOUR })];
    expect(idsOf(dueForExistence(rows, new Set(), null, NOW))).toEqual(["m2", "m1"]);
  });

  it("include sold rows without a time of sale, whether the crawl has seen them or not", () => {
    const rows = [sold("m1", 1), watched("m2", 30), sold("m3", 20)];
    expect(idsOf(dueForSoldOutAt(rows, NOW))).toEqual(["m3", "m1"]);
  });

  it("include no row that is due later", () => {
    expect(idsOf(dueForExistence([watched("m1", -0.01), watched("m2", 0)], new Set(), null, NOW))).toEqual(["m2"]);
    expect(idsOf(dueForSoldOutAt([sold("m1", -0.01), sold("m2", 0)], NOW))).toEqual(["m2"]);
  });

  it("don't change the list that was passed", () => {
    const rows = [watched("m1", 1), watched("m2", 2)];
    dueForExistence(rows, new Set(), null, NOW);
    expect(idsOf(rows)).toEqual(["m1", "m2"]);
  });
});

describe("the offers on sale", () => {
  const priced = (...prices: readonly number[]) => prices.map((price, number) => watched(`m${number}`, 0, { price }));

  it("exclude sold and deleted listings, and have a cheapest and a median price", () => {
    const cheaper = watched("s1", 0, { price: 1, sellingStatus: SOLD });
    const gone = watched("g1", 0, { price: 2, isGone: true });
    expect(onSale([...priced(9_999_999, 300, 500, 1_000), cheaper, gone])).toEqual({
      count: 4,
      cheapest: watched("m1", 0, { price: 300 }),
      median: 750,
    });
  });

  it("are null for an empty watch list", () => {
    expect(onSale([sold("s1", 0)])).toEqual({ count: 0, cheapest: null, median: null });
  });
});
