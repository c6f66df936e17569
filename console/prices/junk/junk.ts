import type { CrawlResult, Product } from "../../../client/index.ts";
import { nfkc } from "../../../lambdas/shared/nfkc.ts";

/** What a search for a product finds besides the product: words in the names of accessories, parts and empty boxes. */
const JUNK_WORDS = [
  "空箱",
  "箱のみ",
  "外箱",
  "元箱",
  "化粧箱",
  "ジャンク",
  "部品",
  "パーツ",
  "ケース",
  "カバー",
  "ストラップ",
  "フィルム",
  "充電器",
  "バッテリー",
  "ケーブル",
  "アダプター",
  "リモコン",
  "説明書",
  "取説",
  "カタログ",
  "ステッカー",
  "シール",
  "片足",
  "junk",
];
/** Words that one press leaves out. */
const MOST_WORDS = 5;
/** From this share of junk on, a change of the search is offered. */
const NOTABLE_SHARE = 0.1;

/** The change of a search that leaves out what is probably not the product. */
export interface JunkExclusion {
  /** The number of offers below the lowest plausible price that the search still finds. */
  readonly count: number;
  /** Words in their names and in no other offer's; empty: a lower bound of the price is left. */
  readonly words: readonly string[];
}

/**
 * The words to leave out of a search; null where at most a tenth of the offers are below the lowest plausible price.
 *
 * @param cheapest the cheapest offers, with all of those below that price
 * @param count the number of all offers
 */
export function junkExclusion(
  crawl: NonNullable<Product["crawl"]>,
  plausibleFrom: number,
  cheapest: readonly Pick<CrawlResult, "name" | "price">[],
  count: number,
): JunkExclusion | null {
  const excluded = comparable(crawl.exclude_keyword ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const found = cheapest
    .map(({ name, price }) => ({ name: comparable(name), isJunk: price < plausibleFrom }))
    .filter(({ name }) => !excluded.some((word) => name.includes(word)));
  const junk = found.filter(({ isJunk }) => isJunk).map(({ name }) => name);
  if (junk.length <= count * NOTABLE_SHARE) return null;
  // A word of the product's own, such as that of a search for cases, would leave out everything.
  const others = [comparable(crawl.keyword), ...found.filter(({ isJunk }) => !isJunk).map(({ name }) => name)];
  const frequency = (word: string) => junk.filter((name) => name.includes(word)).length;
  const words = JUNK_WORDS.filter((word) => frequency(word) > 0 && !others.some((name) => name.includes(word)))
    .toSorted((one, other) => frequency(other) - frequency(one))
    .slice(0, MOST_WORDS);
  return { count: junk.length, words };
}

/** Words as Mercari compares them: half-width and full-width forms, and upper and lower case, are the same. */
function comparable(text: string): string {
  return nfkc(text).toLowerCase();
}
