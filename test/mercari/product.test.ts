import { describe, expect, it } from "vitest";
import type { CrawlSetting } from "../../lambdas/mercari/product.ts";
import { isSameSearch, isWithinBounds, newProduct } from "../../lambdas/mercari/product.ts";
import { START } from "../emulators/test-clock.ts";

const setting: CrawlSetting = { keyword: "camera", categoryId: 7, minPrice: 300, maxPrice: 5_000, enabled: true };

it("is new: nothing of its search has been seen", () => {
  expect(newProduct("Camera", setting, { id: "creation-1", at: START })).toEqual({
    id: "creation-1",
    name: "Camera",
    crawl: setting,
    createdAt: START.toISOString(),
    updatedAt: START.toISOString(),
    seenWhole: false,
  });
});

describe("isSameSearch", () => {
  it.each([{ keyword: "cameras" }, { categoryId: null }, { minPrice: 301 }, { maxPrice: null }])(
    "tells another search: %j",
    (changes) => {
      expect(isSameSearch(setting, { ...setting, ...changes })).toBe(false);
    },
  );

  it("does not mind what is enabled, and knows none from some", () => {
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

  it("takes any price where there is no bound", () => {
    const free = { ...setting, minPrice: null, maxPrice: null };
    expect([isWithinBounds(1, free), isWithinBounds(9_999_999, free)]).toEqual([true, true]);
  });
});
