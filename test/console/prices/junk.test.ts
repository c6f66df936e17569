import { expect, it } from "vitest";
import type { JunkExclusion } from "../../../console/prices/junk/junk.ts";
import { junkExclusion } from "../../../console/prices/junk/junk.ts";

const FROM = 28_000;
const search = {
  keyword: "GR III",
  exclude_keyword: null,
  category_id: null,
  item_condition_ids: null,
  min_price: null,
  max_price: null,
  enabled: true,
};

/** Offers below the lowest plausible price, and bodies. */
const found = (junk: readonly string[], ...bodies: readonly string[]) => [
  ...junk.map((name) => ({ name, price: 800 })),
  ...bodies.map((name) => ({ name, price: 82_000 })),
];

/** So many offers are something else, by these words. */
const junkOf = (count: number, ...words: readonly string[]): JunkExclusion => ({ count, words });

/** At the end: how many offers there are, 9 if that is not given, and what the search has of its own. */
type Row = [
  what: string,
  offers: ReturnType<typeof found>,
  expected: JunkExclusion | null,
  of?: { readonly count?: number; readonly keyword?: string; readonly exclude_keyword?: string },
];

it.each<Row>([
  ["none of a tenth", found(["空箱"], "GR III"), null, { count: 10 }],
  [
    "the words of more than a tenth",
    found(["GR III 空箱", "ストラップ"], "GR III"),
    junkOf(2, "空箱", "ストラップ"),
    { count: 19 },
  ],
  ["the most frequent word first", found(["外箱", "外箱のみ", "取説"]), junkOf(3, "外箱", "箱のみ", "取説")],
  [
    "five words at most",
    found(["空箱", "外箱", "部品", "ケース", "カバー", "取説"]),
    junkOf(6, "空箱", "外箱", "部品", "ケース", "カバー"),
  ],
  ["half-width names", found(["ｼﾞｬﾝｸ", "JUNK品"]), junkOf(2, "ジャンク", "junk")],
  ["no word of a plausible offer's name", found(["ケース", "空箱"], "GR III ケース付き"), junkOf(2, "空箱")],
  [
    "no word that is searched for",
    found(["手帳型ケース", "空箱"]),
    junkOf(2, "空箱"),
    { keyword: "スマートフォン ケース" },
  ],
  ["nothing that is left out already", found(["空箱", "外箱"]), null, { exclude_keyword: "空箱 外箱" }],
  ["what is left beside that", found(["空箱", "外箱", "取説"]), junkOf(2, "外箱", "取説"), { exclude_keyword: "空箱" }],
  ["no words where the names tell none", found(["○○", "△△"]), junkOf(2)],
  ["none where all are plausible", found([], "GR III", "GR III 空箱付き"), null, { count: 2 }],
  ["none where nothing is on sale", found([]), null, { count: 0 }],
])("offers to leave out %s", (_what, offers, expected, { count = 9, ...crawl } = {}) => {
  expect(junkExclusion({ ...search, ...crawl }, FROM, offers, count)).toEqual(expected);
});
