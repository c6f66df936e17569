// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { otherKeywords, similarSearches } from "../../../console/prices/nothing/limits.ts";
import { product, searched, verdict } from "../dom/prices-page.ts";

const crawl = searched();

it.each([
  ["カメラ", []],
  ["GR ３", ["GR 3", "GR"]],
  ["gr iii  本体", ["gr iii 本体", "gr iii"]],
  [" gr iii ", ["gr iii", "gr"]],
])("other keywords than %j are %j", (keyword, others) => expect(otherKeywords(keyword)).toEqual(others));

describe("similar searches", () => {
  const of = (fields: Parameters<typeof product>[0], keyword = "gr iii") =>
    product({ ...fields, crawl: { ...crawl, keyword } });
  const mine = product({ crawl: { ...crawl, keyword: "ＧＲ black", max_price: 80_000 } });
  const names = (all: Parameters<typeof similarSearches>[1]) =>
    similarSearches(mine, all).map(({ product: { name }, leftOutBy }) => [name, leftOutBy]);

  const on = { verdict: verdict({ price: 70_000 }) };

  it("have a word in common and something on sale", () => {
    const others = [of({ id: "a", name: "a", ...on }), of({ id: "b", ...on }, "grip"), of({ id: "c", verdict: null })];
    expect(names([mine, ...others])).toEqual([["a", null]]);
  });

  it("are neither the product itself nor products without a search, and share more than spaces", () => {
    const spaced = product({ crawl: { ...crawl, keyword: "gr " } });
    expect(names([{ ...mine, ...on }, product({ id: "a", crawl: null, ...on })])).toEqual([]);
    expect(similarSearches(spaced, [of({ id: "a", ...on }, "lens ")])).toEqual([]);
    expect(similarSearches(product({ crawl: null }), [of({ id: "a", ...on })])).toEqual([]);
  });

  it("are those first that cost the least", () => {
    const at = (id: string, price: number) => of({ id, name: id, verdict: verdict({ price }) });
    expect(names([at("b", 60_000), at("c", 70_000), at("a", 50_000)]).map(([name]) => name)).toEqual(["a", "b", "c"]);
  });

  it.each([
    [80_000, null],
    [80_001, "max_price"],
  ])("whose cheapest offer is %i say what the upper bound of 80,000 leaves out", (price, leftOutBy) => {
    expect(names([of({ id: "a", name: "a", verdict: verdict({ price }) })])).toEqual([["a", leftOutBy]]);
  });

  it.each([
    [102_150, null],
    [102_151, "min_price"],
  ])("whose median is 102,150 say what the lower bound of %i leaves out", (min_price, leftOutBy) => {
    const low = product({ crawl: { ...crawl, keyword: "gr", min_price } });
    const other = of({ id: "a", verdict: verdict() });
    expect(similarSearches(low, [other]).map((search) => search.leftOutBy)).toEqual([leftOutBy]);
  });
});
