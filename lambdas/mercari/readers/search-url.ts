import type { CrawlSetting } from "../domain/product.ts";

/**
 * The address of one page of a search, newest first, with listings on sale and sold ones.
 *
 * @param pageToken from the page before; null for the first one.
 */
export function searchUrl(
  { keyword, categoryId, minPrice, maxPrice }: Omit<CrawlSetting, "enabled">,
  pageToken: string | null,
): string {
  const parameters = {
    keyword,
    category_id: categoryId,
    price_min: minPrice,
    price_max: maxPrice,
    sort: "created_time",
    order: "desc",
    page_token: pageToken,
  };
  const url = new URL("https://jp.mercari.com/search");
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}
