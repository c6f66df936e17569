import { describe, expect, it } from "vitest";
import type { CrawledPage } from "../../../lambdas/mercari/domain/crawl-run.ts";
import {
  isBeingCrawled,
  isOfOtherCategory,
  isSameSearch,
  isWholeSearch,
  isWithinBounds,
  newProduct,
  nextCrawlAt,
  pageLimit,
} from "../../../lambdas/mercari/domain/product.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { crawlSetting } from "../sample-crawls.ts";

const setting = crawlSetting({ categoryId: 7, minPrice: 300, maxPrice: 5_000 });

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
    prices: null,
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

  it("is true for two equal lists of conditions, and for no conditions in either form", () => {
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

describe("isWholeSearch", () => {
  const run = { outcome: "items", reachedEnd: false, pagesBefore: 0, pages: [] } as const;
  const pages = (count: number) => Array.from({ length: count }, () => ({}) as CrawledPage);

  it.each([
    ["at the site's last page", false, { reachedEnd: true }, true],
    ["in an error, even at the last page", false, { outcome: "error", reachedEnd: true }, false],
    ["after 49 pages of a first crawl", false, { pages: pages(49) }, false],
    ["after 50 pages", false, { pages: pages(50) }, true],
    ["after 50 pages together with the crawl before", false, { pagesBefore: 20, pages: pages(30) }, true],
    ["after two pages of a later crawl", true, { pages: pages(2) }, false],
    ["after three pages of a later crawl", true, { pages: pages(3) }, true],
  ] as const)("of a crawl that ends %s", (_what, seenWhole, changes, expected) => {
    expect(isWholeSearch({ seenWhole }, { ...run, ...changes })).toBe(expected);
  });

  it("is fifty pages at first, and three later", () => {
    expect([pageLimit({ seenWhole: false }), pageLimit({ seenWhole: true })]).toEqual([50, 3]);
  });
});
