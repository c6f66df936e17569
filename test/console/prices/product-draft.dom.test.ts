// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { draftOf, draftOfSearch, readDraft } from "../../../console/prices/product/product-draft.ts";
import { typedCategory, typedYen } from "../../../console/prices/product/typed-number.ts";
import { newProductBody } from "../../../lambdas/mercari/http/product-body.ts";
import { searched } from "../dom/prices-page.ts";

const empty = draftOf(null);

describe("a typed price", () => {
  it.each([
    ["3000", 3_000],
    ["3,000", 3_000],
    ["¥3,000", 3_000],
    ["￥３，０００", 3_000],
    ["３０００円", 3_000],
    [" 9,999,999 ", 9_999_999],
    ["", null],
    ["  ", null],
    ["1", 1],
    ["0", "wrong"],
    ["10000000", "wrong"],
    ["12.5", "wrong"],
    ["-3", "wrong"],
    ["three", "wrong"],
  ])("%j is read as %j", (text, expected) => {
    expect(typedYen(text)).toBe(expected);
  });
});

describe("a typed category", () => {
  it.each([
    ["", null],
    ["１１７４", 1_174],
    ["844 Film cameras (Cameras)", 844],
    ["フィルムカメラ", 844],
    ["film Cameras", 844],
    // Of two categories of this name none is guessed.
    ["ファッション", "wrong"],
    ["1174円", "wrong"],
    ["shoes", "wrong"],
  ])("%j is %j", (text, category) => expect(typedCategory(text)).toBe(category));
});

describe("the address of a search on Mercari", () => {
  it("fills what it has", () => {
    const address =
      "https://jp.mercari.com/en/search?keyword=a%20b&exclude_keyword=c&category_id=5&item_condition_id=2,9&price_min=1&price_max=2";
    expect(draftOfSearch(` ${address}`)).toEqual({
      keyword: "a b",
      excludeKeyword: "c",
      categoryId: "5 Books, magazines and manga",
      conditions: [2],
      minPrice: "1",
      maxPrice: "2",
    });
  });

  it("leaves out several categories", () => {
    expect(draftOfSearch("https://jp.mercari.com/search?category_id=5,6")?.categoryId).toBe("");
  });

  it.each(["camera", "https://jp.mercari.com/item/m1", "https://mercari.example/search?keyword=a"])(
    "is not %s",
    (text) => expect(draftOfSearch(text)).toBeNull(),
  );
});

describe("the form of a product", () => {
  it("is called by its search where it has no name, and may have an alert", () => {
    const read = readDraft({ ...empty, keyword: " gr iii ", alertBelow: "80,000" }, true);
    expect(read).toMatchObject({ settings: { name: "gr iii", alert: { below: 80_000, new_lowest: false } } });
    expect(newProductBody.safeParse("settings" in read && read.settings).success).toBe(true);
    expect(readDraft({ ...empty, keyword: "" }, false)).toEqual({ problems: { name: "missing" } });
  });

  it("takes what is just allowed, without the spaces around it", () => {
    const name = "x".repeat(200);
    const form = { ...empty, name, keyword: " b ", excludeKeyword: ` ${name} `, minPrice: "500", maxPrice: "500" };
    const crawl = searched({ keyword: "b", exclude_keyword: name, min_price: 500, max_price: 500 });
    expect(readDraft(form, true)).toEqual({ settings: { name, crawl } });
  });
});
