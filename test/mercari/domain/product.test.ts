import { describe, expect, it } from "vitest";
import type { CrawlSetting } from "../../../lambdas/mercari/domain/product.ts";
import {
  isBeingCrawled,
  isOfOtherCategory,
  isSameSearch,
  isWithinBounds,
  newProduct,
  nextCrawlAt,
} from "../../../lambdas/mercari/domain/product.ts";
import { at, START } from "../../emulators/test-clock.ts";

const setting: CrawlSetting = { keyword: "camera", categoryId: 7, minPrice: 300, maxPrice: 5_000, enabled: true };

it("is new: no page of its search has been read", () => {
  expect(newProduct("Camera", setting, { id: "creation-1", at: START })).toEqual({
    id: "creation-1",
    name: "Camera",
    crawl: setting,
    alert: null,
    createdAt: START.toISOString(),
    updatedAt: START.toISOString(),
    searches: 0,
    seenWhole: false,
    mixedCategories: false,
    trendFilled: false,
    lastCrawl: null,
    pending: null,
    reached: null,
    lease: null,
  });
});

describe("isSameSearch", () => {
  it.each([
    { keyword: "cameras" },
    { excludeKeyword: "junk" },
    { itemConditionIds: [1] },
    { categoryId: null },
    { minPrice: 301 },
    { maxPrice: null },
  ])("is false when another field differs: %j", (changes) => {
    expect(isSameSearch(setting, { ...setting, ...changes })).toBe(false);
  });

  it("is true for two equal lists of conditions, and for none in either form", () => {
    const [one, other] = [
      { ...setting, itemConditionIds: [1, 2] },
      { ...setting, itemConditionIds: [1, 2] },
    ];
    expect(isSameSearch(one, other)).toBe(true);
    expect(isSameSearch({ ...setting, itemConditionIds: null, excludeKeyword: null }, setting)).toBe(true);
    expect(isSameSearch(setting, { ...setting, itemConditionIds: null, excludeKeyword: null })).toBe(true);
  });

  it("ignores enabled, and is false between no search and a search", () => {
    expect(isSameSearch(setting, { ...setting, enabled: false })).toBe(true);
    expect([isSameSearch(null, null), isSameSearch(null, setting), isSameSearch(setting, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("isWithinBounds", () => {
  it.each([
    [299, false],
    [300, true],
    [5_000, true],
    [5_001, false],
  ])("of %i yen is %s", (price, within) => {
    expect(isWithinBounds(price, setting)).toBe(within);
  });

  it("accepts any price without limits", () => {
    const free = { ...setting, minPrice: null, maxPrice: null };
    expect([isWithinBounds(1, free), isWithinBounds(9_999_999, free)]).toEqual([true, true]);
  });
});

describe("nextCrawlAt", () => {
  const HOUR = 3_600_000;

  it.each([
    [setting, 0, HOUR],
    [setting, HOUR - 1, HOUR],
    [setting, HOUR, 2 * HOUR],
    [{ ...setting, enabled: false }, 0, null],
    [null, 0, null],
  ])("of %j, %i ms after the hour, is %j", (crawl, now, next) => {
    expect(nextCrawlAt({ crawl }, at(now), HOUR)).toEqual(next === null ? null : at(next));
  });
});

describe("isBeingCrawled", () => {
  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("is, %i ms after the end of a lease, %s", (milliseconds, crawled) => {
    const lease = { holder: "holder-1", until: START.toISOString() };
    expect(isBeingCrawled({ lease }, at(milliseconds))).toBe(crawled);
  });

  it("is false without a lease", () => {
    expect(isBeingCrawled({ lease: null }, START)).toBe(false);
  });
});

describe("isOfOtherCategory", () => {
  it.each([
    [7, 7, false],
    [8, 7, true],
    [null, 7, true],
    [8, null, false],
    [null, null, false],
  ])("of %s, for a setting of %s, is %s", (found, categoryId, other) => {
    expect(isOfOtherCategory(found, { ...setting, categoryId })).toBe(other);
  });
});
