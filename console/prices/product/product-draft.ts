import type { NewProduct, Product } from "../../../client/index.ts";
import { categoryWords } from "./categories.ts";
import { typedCategory, typedYen } from "./typed-number.ts";

/** Mercari's item conditions, from 1, new, to 6, poor. */
export const CONDITIONS = [1, 2, 3, 4, 5, 6] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface ProductDraft {
  readonly name: string;
  readonly keyword: string;
  /** Of a new product: the price at which there is an alert. A product that is there has a dialog of its own for alerts. */
  readonly alertBelow: string;
  readonly excludeKeyword: string;
  readonly categoryId: string;
  /** None means all. */
  readonly conditions: readonly Condition[];
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly enabled: boolean;
}

/** A field that can be wrong, in the form's order. */
export const FIELDS = [
  "name",
  "keyword",
  "alertBelow",
  "excludeKeyword",
  "categoryId",
  "minPrice",
  "maxPrice",
] as const;
export type DraftField = (typeof FIELDS)[number];

export type DraftProblem = "missing" | "too-long" | "no-price" | "no-id" | "below-lowest";
export type DraftProblems = Partial<Record<DraftField, DraftProblem>>;

/** The settings that the API gets: of a new product and of a changed one alike. */
export type ProductSettings = Pick<NewProduct, "name" | "crawl" | "alert">;

/** Characters in a name or in keywords. */
const LONGEST = 200;

/** The form of a product; null: of a new one. */
export function draftOf(product: Product | null): ProductDraft {
  const crawl = product?.crawl ?? null;
  return {
    name: product?.name ?? "",
    keyword: crawl?.keyword ?? "",
    alertBelow: "",
    excludeKeyword: crawl?.exclude_keyword ?? "",
    categoryId: categoryWords(crawl?.category_id ?? null),
    conditions: CONDITIONS.filter((condition) => crawl?.item_condition_ids?.includes(condition)),
    minPrice: textOf(crawl?.min_price),
    maxPrice: textOf(crawl?.max_price),
    enabled: crawl?.enabled ?? true,
  };
}

/**
 * What the address of a search on Mercari fills into the form; null for any other text. Of several categories, which a product
 * can't have, none is taken.
 */
export function draftOfSearch(text: string): Partial<ProductDraft> | null {
  const url = URL.parse(text.trim());
  if (url?.hostname !== "jp.mercari.com" || !url.pathname.endsWith("/search")) return null;
  const value = (name: string) => url.searchParams.get(name) ?? "";
  const category = value("category_id");
  const conditions = value("item_condition_id").split(",").map(Number);
  return {
    keyword: value("keyword"),
    excludeKeyword: value("exclude_keyword"),
    categoryId: /^\d+$/.test(category) ? categoryWords(Number(category)) : "",
    conditions: CONDITIONS.filter((one) => conditions.includes(one)),
    minPrice: value("price_min"),
    maxPrice: value("price_max"),
  };
}

function textOf(number: number | null | undefined): string {
  return number == null ? "" : String(number);
}

/**
 * Reads a form. A product without a name is called by its keyword.
 *
 * @param needsKeyword false for a product that has no search so far: without a keyword it stays so
 */
export function readDraft(
  draft: ProductDraft,
  needsKeyword: boolean,
): { readonly settings: ProductSettings } | { readonly problems: DraftProblems } {
  const [minPrice, maxPrice] = [typedYen(draft.minPrice), typedYen(draft.maxPrice)];
  const below = typedYen(draft.alertBelow);
  const name = draft.name.trim() || draft.keyword.trim();
  const categoryId = typedCategory(draft.categoryId);
  const problems: DraftProblems = {
    // A missing keyword is the problem, not the name that would come from it.
    ...wordsProblem("name", name, !needsKeyword),
    ...wordsProblem("keyword", draft.keyword, needsKeyword),
    ...(below === "wrong" && { alertBelow: "no-price" }),
    ...wordsProblem("excludeKeyword", draft.excludeKeyword, false),
    ...(categoryId === "wrong" && { categoryId: "no-id" }),
    ...(minPrice === "wrong" && { minPrice: "no-price" }),
    ...(maxPrice === "wrong" && { maxPrice: "no-price" }),
  };
  if (typeof minPrice === "number" && typeof maxPrice === "number" && minPrice > maxPrice) {
    problems.maxPrice = "below-lowest";
  }
  if (
    below === "wrong" ||
    categoryId === "wrong" ||
    minPrice === "wrong" ||
    maxPrice === "wrong" ||
    Object.keys(problems).length > 0
  ) {
    return { problems };
  }
  const keyword = draft.keyword.trim();
  if (keyword === "") return { settings: { name } };
  return {
    settings: {
      name,
      ...(below !== null && { alert: { below, new_lowest: false } }),
      crawl: {
        keyword,
        exclude_keyword: draft.excludeKeyword.trim() || null,
        category_id: categoryId,
        item_condition_ids: draft.conditions.length === 0 ? null : [...draft.conditions],
        min_price: minPrice,
        max_price: maxPrice,
        enabled: draft.enabled,
      },
    },
  };
}

function wordsProblem(field: DraftField, text: string, isNeeded: boolean): DraftProblems {
  const { length } = text.trim();
  if (length === 0) return isNeeded ? { [field]: "missing" } : {};
  return length > LONGEST ? { [field]: "too-long" } : {};
}
