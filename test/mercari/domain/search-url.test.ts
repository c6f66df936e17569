import { describe, expect, it } from "vitest";
import { searchUrl } from "../../../lambdas/mercari/domain/search-url.ts";

const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe("searchUrl", () => {
  it("has every parameter of the setting, newest first", () => {
    const url = searchUrl(
      {
        keyword: "ミナト MX-3 & 箱",
        excludeKeyword: "ジャンク",
        itemConditionIds: [1, 3],
        categoryId: 1234,
        minPrice: 3000,
        maxPrice: 80_000,
      },
      "v1:2",
    );
    expect(url.startsWith("https://jp.mercari.com/search?")).toBe(true);
    expect(parametersOf(url)).toEqual({
      keyword: "ミナト MX-3 & 箱",
      exclude_keyword: "ジャンク",
      item_condition_id: "1,3",
      category_id: "1234",
      price_min: "3000",
      price_max: "80000",
      sort: "created_time",
      order: "desc",
      page_token: "v1:2",
    });
  });

  it("leaves out the parameters that the setting leaves open", () => {
    const url = searchUrl(
      { keyword: "x", excludeKeyword: null, itemConditionIds: null, categoryId: null, minPrice: null, maxPrice: null },
      null,
    );
    expect(parametersOf(url)).toEqual({ keyword: "x", sort: "created_time", order: "desc" });
  });
});
