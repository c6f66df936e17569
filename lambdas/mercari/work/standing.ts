import type { Product } from "../domain/product.ts";
import type { CrawlHold, ProductTable } from "../tables/product-table.ts";

/**
 * Whether a crawl still speaks for its product: `lost` when somebody else took the product over, or deleted it;
 * `other_search` when something else is searched for now.
 */
export async function standingOf(
  { id, searches }: Pick<Product, "id" | "searches">,
  { holder }: CrawlHold,
  products: ProductTable,
): Promise<"ours" | "other_search" | "lost"> {
  const there = await products.get(id);
  if (there?.lease?.holder !== holder) return "lost";
  return there.searches === searches ? "ours" : "other_search";
}
