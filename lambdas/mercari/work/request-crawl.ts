import type { Clock } from "../../shared/clock.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import { sendOrLeave } from "../../shared/work/send-or-leave.ts";
import type { Product } from "../domain/product.ts";
import type { ProductTable } from "../tables/product-table.ts";
import type { MercariMessage } from "./mercari-message.ts";
import { listCrawlOf } from "./mercari-message.ts";

/** What asks for a crawl. */
export interface CrawlRequester {
  readonly products: ProductTable;
  readonly mercariQueue: Queue<MercariMessage>;
  readonly clock: Clock;
  /** A fresh random id. */
  readonly newId: () => string;
}

/**
 * Enters a crawl in its product and sends its message.
 *
 * @returns false when one is waiting already, which is as good, or the product has gone
 */
export async function requestCrawl(
  product: Product,
  correlationId: string,
  { products, mercariQueue, clock, newId }: CrawlRequester,
): Promise<boolean> {
  const now = clock.now();
  const request = { id: newId(), reconcileAt: reconcileAfter(now, clock) };
  if (!(await products.request(product, request, now))) return false;
  await sendOrLeave(mercariQueue, "mercari-crawl", listCrawlOf(product.id), correlationId);
  return true;
}
