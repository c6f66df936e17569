import { log } from "../../shared/log.ts";
import type { CrawlServices } from "./crawl-services.ts";

/**
 * Removes what belongs to a product that is being deleted, and at last the product itself. One that dies in between has
 * removed some; doing it again removes the rest.
 *
 * A crawl that was under way when the deletion began stores no page after it, save the one it had in its hands: so the
 * item stays, to be gone over again, until nobody living can hold one.
 *
 * @returns false when somebody living holds the product
 */
export async function removeProduct(
  id: string,
  { products, results, watch, runs, clock }: Pick<CrawlServices, "products" | "results" | "watch" | "runs" | "clock">,
): Promise<boolean> {
  await results.removeAll(id);
  await watch.removeAll(id);
  await runs.removeAll(id);
  const isRemoved = await products.remove(id, clock.now());
  if (isRemoved) log.info("mercari_product_removed", { product_id: id });
  return isRemoved;
}
