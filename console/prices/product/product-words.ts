import type { Product } from "../../../client/index.ts";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { categoryWords } from "./categories.ts";
import { CONDITIONS } from "./product-draft.ts";
import { productTexts } from "./product-texts.ts";

export function alertWords(alert: Product["alert"]): string {
  const t = translations(productTexts);
  if (alert === null) return t.noAlert;
  if (alert.below === null) return t.alertLowest;
  return (alert.new_lowest ? t.alertBoth : t.alertBelow)(yen(alert.below));
}

/** What is searched for, as pairs of a label and its value. */
export function searchWords(crawl: NonNullable<Product["crawl"]>): readonly (readonly [string, string])[] {
  const t = translations(productTexts);
  const { min_price: low, max_price: high, item_condition_ids: ids } = crawl;
  const rows: [string, string][] = [[t.keywordFact, crawl.keyword]];
  if (crawl.exclude_keyword !== null) rows.push([t.excludeKeyword, crawl.exclude_keyword]);
  if (crawl.category_id !== null) rows.push([t.category, categoryWords(crawl.category_id)]);
  rows.push([t.conditionsLegend, ids === null ? translations(partTexts).all : conditionWords(crawl)]);
  if (low !== null && high !== null) rows.push([t.prices, t.priceBetween(yen(low), yen(high))]);
  else if (low !== null) rows.push([t.prices, t.priceFrom(yen(low))]);
  else if (high !== null) rows.push([t.prices, t.priceTo(yen(high))]);
  return rows;
}

/** The item conditions that are searched for; empty for all. */
export function conditionWords({ item_condition_ids: ids }: NonNullable<Product["crawl"]>): string {
  const t = translations(productTexts);
  return CONDITIONS.filter((condition) => ids?.includes(condition))
    .map((id) => t.conditions[id])
    .join(" / ");
}
