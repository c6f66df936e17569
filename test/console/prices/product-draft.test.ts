import { describe, expect, it } from "vitest";
import type { Product } from "../../../client/index.ts";
import { draftOf, readDraft } from "../../../console/prices/product/product-draft.ts";
import { typedId, typedYen } from "../../../console/prices/product/typed-number.ts";
import { newProductBody } from "../../../lambdas/mercari/http/product-body.ts";

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

  it("an id has no yen signs", () => {
    expect([typedId("１１７４"), typedId(""), typedId("1174円")]).toEqual([1_174, null, "wrong"]);
  });
});

describe("the form of a product", () => {
  it("gives settings that the API accepts", () => {
    const read = readDraft(
      { ...empty, name: " Camera ", keyword: "カメラ", minPrice: "1,000", conditions: [1, 3], categoryId: "1174" },
      true,
    );
    expect(read).toEqual({
      settings: {
        name: "Camera",
        crawl: {
          keyword: "カメラ",
          exclude_keyword: null,
          category_id: 1_174,
          item_condition_ids: [1, 3],
          min_price: 1_000,
          max_price: null,
          enabled: true,
        },
      },
    });
    expect(newProductBody.safeParse("settings" in read && read.settings).success).toBe(true);
  });

  it("names everything that is wrong at once", () => {
    expect(
      readDraft(
        { ...empty, excludeKeyword: "x".repeat(201), categoryId: "shoes", minPrice: "1.5", maxPrice: "0" },
        true,
      ),
    ).toEqual({
      problems: {
        name: "missing",
        keyword: "missing",
        excludeKeyword: "too-long",
        categoryId: "no-id",
        minPrice: "no-price",
        maxPrice: "no-price",
      },
    });
    const crossed = { ...empty, name: "a", keyword: "b", minPrice: "500", maxPrice: "499" };
    expect(readDraft(crossed, true)).toEqual({ problems: { maxPrice: "below-lowest" } });
  });

  it("takes what is just allowed, without the spaces around it", () => {
    const longest = "x".repeat(200);
    const form = {
      ...empty,
      name: longest,
      keyword: " b ",
      excludeKeyword: ` ${longest} `,
      minPrice: "500",
      maxPrice: "500",
    };
    expect(readDraft(form, true)).toMatchObject({
      settings: {
        name: longest,
        crawl: { keyword: "b", exclude_keyword: longest, min_price: 500, max_price: 500, item_condition_ids: null },
      },
    });
  });

  it("shows a product as it is, and gives the same settings back", () => {
    const crawl: NonNullable<Product["crawl"]> = {
      keyword: "カメラ",
      exclude_keyword: "ジャンク",
      category_id: 7,
      item_condition_ids: [2, 6],
      min_price: 300,
      max_price: 9_999_999,
      enabled: false,
    };
    const product: Product = {
      id: "p",
      name: "Camera",
      crawl,
      search_url: null,
      alert: null,
      last_crawl: null,
      verdict: null,
      next_crawl_at: null,
      created_at: "2026-11-20T03:00:00.000Z",
      updated_at: "2026-11-20T03:00:00.000Z",
    };
    expect(readDraft(draftOf(product), true)).toEqual({ settings: { name: "Camera", crawl } });
  });

  it("leaves a product without a search as it is when no keyword is given", () => {
    expect(readDraft({ ...empty, name: "Renamed" }, false)).toEqual({ settings: { name: "Renamed" } });
  });
});
