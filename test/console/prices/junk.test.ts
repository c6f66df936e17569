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

it.each<[what: string, offers: ReturnType<typeof found>, count: number, crawl: object, expected: JunkExclusion | null]>(
  [
    ["none of a tenth", found(["空箱"], "GR III"), 10, {}, null],
    [
      "the words of more than a tenth",
      found(["GR III 空箱", "ストラップ"], "GR III"),
      19,
      {},
      { count: 2, words: ["空箱", "ストラップ"] },
    ],
    [
      "the most frequent word first",
      found(["外箱", "外箱のみ", "取説"]),
      9,
      {},
      { count: 3, words: ["外箱", "箱のみ", "取説"] },
    ],
    [
      "five words at most",
      found(["空箱", "外箱", "部品", "ケース", "カバー", "取説"]),
      9,
      {},
      { count: 6, words: ["空箱", "外箱", "部品", "ケース", "カバー"] },
    ],
    ["half-width names", found(["ｼﾞｬﾝｸ", "JUNK品"]), 9, {}, { count: 2, words: ["ジャンク", "junk"] }],
    [
      "no word of a plausible offer's name",
      found(["ケース", "空箱"], "GR III ケース付き"),
      9,
      {},
      { count: 2, words: ["空箱"] },
    ],
    [
      "no word that is searched for",
      found(["手帳型ケース", "空箱"]),
      9,
      { keyword: "スマートフォン ケース" },
      { count: 2, words: ["空箱"] },
    ],
    ["nothing that is left out already", found(["空箱", "外箱"]), 9, { exclude_keyword: "空箱 外箱" }, null],
    [
      "what is left beside that",
      found(["空箱", "外箱", "取説"]),
      9,
      { exclude_keyword: "空箱" },
      { count: 2, words: ["外箱", "取説"] },
    ],
    ["no words where the names tell none", found(["○○", "△△"]), 9, {}, { count: 2, words: [] }],
    ["none where all are plausible", found([], "GR III", "GR III 空箱付き"), 2, {}, null],
    ["none where nothing is on sale", found([]), 0, {}, null],
  ],
)("offers to leave out %s", (_what, offers, count, crawl, expected) => {
  expect(junkExclusion({ ...search, ...crawl }, FROM, offers, count)).toEqual(expected);
});
