import type { CrawledProduct } from "./crawl-product.ts";
import type { CrawlResult } from "./crawl-result.ts";
import type { CrawlHold, ProductTable } from "./product-table.ts";
import type { ResultTable } from "./result-table.ts";
import { standingOf } from "./standing.ts";
import type { CrawledRows } from "./stored-page.ts";

/**
 * Removes the rows that no longer fit their product's setting: a price outside the bounds; or found under another category
 * and not seen by this crawl. Only a crawl that was complete and has reached the last page may ask for that, and only while
 * it speaks for the product.
 *
 * @returns how many were removed
 */
export async function inspect(
  product: CrawledProduct,
  hold: CrawlHold,
  rows: CrawledRows,
  { products, results }: { readonly products: ProductTable; readonly results: ResultTable },
): Promise<number> {
  if ((await standingOf(product, hold, products)) !== "ours") return 0;
  let removed = 0;
  const remove = async (row: CrawlResult) => {
    // Somebody has seen it otherwise meanwhile: the next crawl decides.
    if (!(await results.delete(row))) return;
    await rows.watched.remove([row.externalId]);
    removed += 1;
  };
  for (const row of await results.outside(product.id, product.crawl)) await remove(row);
  if (!product.mixedCategories) return removed;
  for await (const row of results.ofOtherCategory(product.id, product.crawl)) {
    if (!rows.before.has(row.externalId)) await remove(row);
  }
  return removed;
}
