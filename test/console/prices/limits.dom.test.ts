// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { limitsOf, otherKeywords, similarSearches } from "../../../console/prices/nothing/limits.ts";
import { product, verdict } from "../dom/prices-page.ts";

const crawl = product().crawl as NonNullable<ReturnType<typeof product>["crawl"]>;

it("the limits of a search are those that it has", () => {
  expect(limitsOf(crawl)).toEqual([]);
  expect(limitsOf({ ...crawl, category_id: 7, max_price: 100, exclude_keyword: "a" })).toEqual([
    "max_price",
    "category_id",
    "exclude_keyword",
  ]);
});

it.each([
  ["カメラ", []],
  ["GR ３", ["GR 3", "GR"]],
  ["gr iii  本体", ["gr iii 本体", "gr iii"]],
])("other keywords than %j are %j", (keyword, others) => expect(otherKeywords(keyword)).toEqual(others));

describe("similar searches", () => {
  const of = (fields: Parameters<typeof product>[0], keyword = "gr iii") =>
    product({ ...fields, crawl: { ...crawl, keyword } });
  const mine = product({ crawl: { ...crawl, keyword: "ＧＲ black", max_price: 80_000 } });
  const names = (all: Parameters<typeof similarSearches>[1]) =>
    similarSearches(mine, all).map(({ product: { name }, leftOutBy }) => [name, leftOutBy]);

  it("have a word in common and something on sale", () => {
    const on = { verdict: verdict({ price: 70_000 }) };
    expect(
      names([mine, of({ id: "a", name: "a", ...on }), of({ id: "b", ...on }, "grip"), of({ id: "c", verdict: null })]),
    ).toEqual([["a", null]]);
  });

  it("say whose offers are all above the bound", () => {
    expect(names([of({ id: "a", name: "a", verdict: verdict({ price: 80_001 }) })])).toEqual([["a", "max_price"]]);
  });

  it("say of whose offers half are below the bound", () => {
    const low = product({ crawl: { ...crawl, keyword: "gr", min_price: 102_151 } });
    const other = of({ id: "a", verdict: verdict() });
    expect(similarSearches(low, [other]).map(({ leftOutBy }) => leftOutBy)).toEqual(["min_price"]);
  });
});
