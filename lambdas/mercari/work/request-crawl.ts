import type { Clock } from "../../shared/clock.ts";
import type { Outgoing, Queue } from "../../shared/work/queue.ts";
import { sendAllOrLeave, sendOrLeave } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import type { Product } from "../domain/product.ts";
import type { ProductTable } from "../tables/product-table.ts";
import type { MercariMessage } from "./mercari-message.ts";
import { listCrawlOf } from "./mercari-message.ts";

const QUEUE = "mercari-crawl";

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
  requester: CrawlRequester,
): Promise<boolean> {
  if (!(await enterCrawl(product, requester))) return false;
  await sendOrLeave(requester.mercariQueue, QUEUE, listCrawlOf(product.id), correlationId);
  return true;
}

/** Requests a crawl of several products; their messages leave in batches. @returns how many crawls were entered */
export async function requestCrawls(
  products: readonly Product[],
  correlationId: string,
  requester: CrawlRequester,
): Promise<number> {
  const outgoing: Outgoing<MercariMessage>[] = [];
  for (const product of products) {
    if (await enterCrawl(product, requester)) outgoing.push({ message: listCrawlOf(product.id) });
  }
  await sendAllOrLeave(requester.mercariQueue, QUEUE, outgoing, correlationId);
  return outgoing.length;
}

function enterCrawl(product: Product, { products, clock, newId }: CrawlRequester): Promise<boolean> {
  const now = clock.now();
  return products.request(product, { id: newId(), reconcileAt: reconcileAfter(now, clock) }, now);
}
