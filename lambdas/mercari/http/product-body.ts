import * as z from "zod/mini";
import { invalidFields } from "../../shared/http/rejected.ts";
import type { PriceAlert } from "../domain/price-alert.ts";
import type { CrawlSetting, Product } from "../domain/product.ts";

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const bound = z.nullable(z.int().check(z.minimum(1), z.maximum(9_999_999)));
/**
 * Mercari's conditions, without duplicates and sorted, so that equal selections are equal searches; a selection of all six
 * is stored as null.
 */
const itemConditionIds = z.pipe(
  z.nullable(z.array(z.int().check(z.minimum(1), z.maximum(6))).check(z.minLength(1), z.maxLength(20))),
  z.transform((ids) => {
    const chosen = [...new Set(ids)].sort();
    return chosen.length === 0 || chosen.length === 6 ? null : chosen;
  }),
);
const excludeKeyword = z.nullable(words);
const categoryId = z.nullable(z.int().check(z.minimum(1)));

const EMPTY_RANGE = "must not have a min_price above its max_price";

function isValidRange(min: number | null, max: number | null): boolean {
  return min === null || max === null || min <= max;
}

/** The conditions of a price alert, in the bodies of POST and PATCH. */
const alertBody = z.nullable(z.object({ below: z.optional(bound), new_lowest: z.optional(z.boolean()) }));

/** The body of POST. Omitted fields have defaults. */
export const newProductBody = z.object({
  name: words,
  crawl: z._default(
    z.nullable(
      z
        .object({
          keyword: words,
          exclude_keyword: z._default(excludeKeyword, null),
          item_condition_ids: z._default(itemConditionIds, null),
          category_id: z._default(categoryId, null),
          min_price: z._default(bound, null),
          max_price: z._default(bound, null),
          enabled: z._default(z.boolean(), true),
        })
        .check(z.refine(({ min_price, max_price }) => isValidRange(min_price, max_price), EMPTY_RANGE)),
    ),
    null,
  ),
  alert: z._default(alertBody, null),
});

/** The body of PATCH, a JSON merge patch (RFC 7396): omitted fields stay, null removes. */
export const productPatch = z.object({
  name: z.optional(words),
  crawl: z.optional(
    z.nullable(
      z.object({
        keyword: z.optional(words),
        exclude_keyword: z.optional(excludeKeyword),
        item_condition_ids: z.optional(itemConditionIds),
        category_id: z.optional(categoryId),
        min_price: z.optional(bound),
        max_price: z.optional(bound),
        enabled: z.optional(z.boolean()),
      }),
    ),
  ),
  alert: z.optional(alertBody),
});

export type ProductSettings = Pick<Product, "name" | "crawl" | "alert">;

export function newProductSettings({ name, crawl, alert }: z.output<typeof newProductBody>): ProductSettings {
  return {
    name,
    crawl: crawl && {
      keyword: crawl.keyword,
      excludeKeyword: crawl.exclude_keyword,
      itemConditionIds: crawl.item_condition_ids,
      categoryId: crawl.category_id,
      minPrice: crawl.min_price,
      maxPrice: crawl.max_price,
      enabled: crawl.enabled,
    },
    alert: alert && patchedAlert(null, alert),
  };
}

/**
 * A product's settings after a patch.
 *
 * @throws Rejected 400 `validation_error` when the result has no keyword, or allows no price
 */
export function patchedSettings(seen: ProductSettings, patch: z.output<typeof productPatch>): ProductSettings {
  return {
    name: patch.name ?? seen.name,
    crawl: patch.crawl === undefined ? seen.crawl : patch.crawl && patchedCrawl(seen.crawl, patch.crawl),
    alert: patch.alert === undefined ? seen.alert : patch.alert && patchedAlert(seen.alert, patch.alert),
  };
}

/** An alert after a patch; null when no condition is left. */
function patchedAlert(
  seen: PriceAlert | null,
  patch: NonNullable<z.output<typeof productPatch>["alert"]>,
): PriceAlert | null {
  const below = patched(seen?.below, patch.below);
  const newLowest = patch.new_lowest ?? seen?.newLowest ?? false;
  return below === null && !newLowest ? null : { below, newLowest };
}

type CrawlPatch = NonNullable<z.output<typeof productPatch>["crawl"]>;

function patchedCrawl(seen: CrawlSetting | null, patch: CrawlPatch): CrawlSetting {
  const keyword = patch.keyword ?? seen?.keyword;
  if (keyword === undefined) {
    throw invalidFields([{ path: "crawl.keyword", message: "must be there: nothing is searched for so far" }]);
  }
  const crawl: CrawlSetting = {
    keyword,
    excludeKeyword: patched(seen?.excludeKeyword, patch.exclude_keyword),
    itemConditionIds: patched(seen?.itemConditionIds, patch.item_condition_ids),
    categoryId: patched(seen?.categoryId, patch.category_id),
    minPrice: patched(seen?.minPrice, patch.min_price),
    maxPrice: patched(seen?.maxPrice, patch.max_price),
    enabled: patch.enabled ?? seen?.enabled ?? true,
  };
  if (!isValidRange(crawl.minPrice, crawl.maxPrice)) throw invalidFields([{ path: "crawl", message: EMPTY_RANGE }]);
  return crawl;
}

function patched<V>(seen: V | null | undefined, patch: V | null | undefined): V | null {
  return patch === undefined ? (seen ?? null) : patch;
}
