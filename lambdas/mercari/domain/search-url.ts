import type { CrawlSetting } from "./product.ts";

/** The host of the search pages, and of the listings. */
export const SEARCH_HOST = "jp.mercari.com";

/**
 * The address of one page of a search, newest first, with listings on sale and sold ones.
 *
 * @param pageToken from the previous page; null for the first page
 */
export function searchUrl(
  { keyword, excludeKeyword, itemConditionIds, categoryId, minPrice, maxPrice }: Omit<CrawlSetting, "enabled">,
  pageToken: string | null,
): string {
  const parameters = {
    keyword,
    exclude_keyword: excludeKeyword,
    category_id: categoryId,
    item_condition_id: itemConditionIds?.join(",") ?? null,
    price_min: minPrice,
    price_max: maxPrice,
    sort: "created_time",
    order: "desc",
    page_token: pageToken,
  };
  const url = new URL(`https://${SEARCH_HOST}/search`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}
