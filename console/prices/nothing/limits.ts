import type { Product } from "../../../client/index.ts";
import { nfkc } from "../../../lambdas/shared/nfkc.ts";

export type Search = NonNullable<Product["crawl"]>;

/** The limits that a search may have besides its keyword, those first that most often exclude by mistake. */
const LIMITS = ["max_price", "min_price", "item_condition_ids", "category_id", "exclude_keyword"] as const;
export type Limit = (typeof LIMITS)[number];

export function limitsOf(search: Search): readonly Limit[] {
  return LIMITS.filter((limit) => search[limit] !== null);
}

/**
 * Other keywords to try: the same characters as they are usually written (full-width digits as `17`), and without the last
 * word, since every word must occur.
 */
export function otherKeywords(keyword: string): readonly string[] {
  const words = nfkc(keyword).trim().split(/\s+/);
  const others = [words.join(" "), words.slice(0, -1).join(" ")];
  return others.filter((other) => other !== "" && other !== keyword);
}

/** A product whose keyword has a word of this one's, and what of its offers this search leaves out. */
export interface SimilarSearch {
  readonly product: Product;
  readonly verdict: NonNullable<Product["verdict"]>;
  /** `max_price`: all of them. `min_price`: at least half of them. Null: none by its price. */
  readonly leftOutBy: "max_price" | "min_price" | null;
}

/** Other products with a word in common of which something is on sale, by what they cost. */
export function similarSearches(product: Product, all: readonly Product[]): readonly SimilarSearch[] {
  const { crawl } = product;
  if (crawl === null) return [];
  const words = wordsOf(crawl.keyword);
  return all
    .flatMap((other) => {
      const { verdict } = other;
      if (other.id === product.id || verdict === null || other.crawl === null) return [];
      if (!wordsOf(other.crawl.keyword).some((word) => words.includes(word))) return [];
      return [{ product: other, verdict, leftOutBy: leftOutBy(crawl, verdict) }];
    })
    .sort((one, other) => one.verdict.price - other.verdict.price);
}

function leftOutBy(
  { max_price: max, min_price: min }: Search,
  { price, against }: SimilarSearch["verdict"],
): SimilarSearch["leftOutBy"] {
  if (max !== null && price > max) return "max_price";
  return min !== null && against.offers_median < min ? "min_price" : null;
}

function wordsOf(keyword: string): readonly string[] {
  return nfkc(keyword).toLowerCase().split(/\s+/).filter(Boolean);
}
