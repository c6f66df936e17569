import { log } from "../../shared/log.ts";
import type { CrawlServices } from "./crawl-services.ts";

/**
 * Removes everything that belongs to a product that is being deleted, and finally the product itself. An interrupted removal
 * is completed by the next call.
 *
 * A crawl that ran when the deletion began may still store its current page: so the item stays, and its rows are removed
 * again, until no crawl can hold the lease.
 *
 * @returns false while a crawl holds the lease
 */
export async function removeProduct(
  id: string,
  {
    products,
    results,
    watch,
    runs,
    offers,
    clock,
  }: Pick<CrawlServices, "products" | "results" | "watch" | "runs" | "offers" | "clock">,
): Promise<boolean> {
  await results.removeAll(id);
  await watch.removeAll(id);
  await runs.removeAll(id);
  await offers.removeAll(id);
  const isRemoved = await products.remove(id, clock.now());
  if (isRemoved) log.info("mercari_product_removed", { product_id: id });
  return isRemoved;
}
