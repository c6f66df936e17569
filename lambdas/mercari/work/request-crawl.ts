import * as z from "zod/mini";
import type { Clock } from "../../shared/clock.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { enterAndSend, sendOrLeave } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import type { ResultKey } from "../domain/crawl-result.ts";
import { resultId } from "../domain/crawl-result.ts";
import type { Product } from "../domain/product.ts";
import type { ProductTable } from "../tables/product-table.ts";

/** A message that was sent by hand, or before versions were added, has no version. */
const schemaVersion = z._default(z.literal(1), 1);

/** A message of queue `mercari-crawl`: crawl a product's search, or check one listing's detail page. */
export const mercariMessage = z.discriminatedUnion("type", [
  z.object({ schemaVersion, type: z.literal("listCrawl"), productId: z.string() }),
  z.object({ schemaVersion, type: z.literal("syncDetail"), mercariCrawlResultId: z.string() }),
]);

export type MercariMessage = z.output<typeof mercariMessage>;
export type ListCrawl = Extract<MercariMessage, { type: "listCrawl" }>;
export type SyncDetail = Extract<MercariMessage, { type: "syncDetail" }>;

/** The product of a message, in any schema version. The message ends whichever request for a crawl is pending. */
export const listCrawlSubject = z.pipe(
  z.object({ productId: z.string() }),
  z.transform(({ productId }) => ({ id: productId })),
);

export function listCrawlOf(productId: string): ListCrawl {
  return { schemaVersion: 1, type: "listCrawl", productId };
}

/** @param row the row whose detail page is checked */
export function syncDetailOf(row: ResultKey): SyncDetail {
  return { schemaVersion: 1, type: "syncDetail", mercariCrawlResultId: resultId(row) };
}

const QUEUE = "mercari-crawl";

export interface CrawlRequester {
  readonly products: ProductTable;
  readonly mercariQueue: Queue<MercariMessage>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Enters a crawl in its product and sends its message.
 *
 * @returns false when one is already pending, or the product does not exist
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

/** Requests a crawl of several products; their messages are sent in batches. @returns how many crawls were entered */
export function requestCrawls(
  products: readonly Product[],
  correlationId: string,
  requester: CrawlRequester,
): Promise<number> {
  const enter = async (product: Product) => ((await enterCrawl(product, requester)) ? listCrawlOf(product.id) : null);
  const about = ({ id }: Product) => ({ product_id: id });
  return enterAndSend(requester.mercariQueue, QUEUE, products, enter, about, correlationId);
}

function enterCrawl(product: Product, { products, clock, newId }: CrawlRequester): Promise<boolean> {
  const now = clock.now();
  return products.request(product, { workId: newId(), reconcileAt: reconcileAfter(now, clock) }, now);
}
