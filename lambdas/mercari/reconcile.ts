import type { Clock } from "../shared/clock.ts";
import type { ResendQueue } from "../shared/work/backlog.ts";
import { resendQueue } from "../shared/work/backlog.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { ProductTable } from "./tables/product-table.ts";
import { reconcileUses } from "./uses.ts";
import type { MercariMessage } from "./work/request-crawl.ts";
import { listCrawlOf } from "./work/request-crawl.ts";

/** Requested crawls that are overdue and whose lease no crawl holds. */
export function reconcilableCrawls(
  products: ProductTable,
  queue: ResendQueue<MercariMessage>,
  clock: Clock,
): Reconcilable {
  return reconcilable({
    name: "crawls",
    table: products,
    queue,
    toMessage: ({ id }) => listCrawlOf(id),
    giveUp: ({ id, workId }) => products.giveUp(id, clock.now(), workId),
    clock,
  });
}

export const mercariReconcile = reconcilePart(reconcileUses, (env, { tables, queues, clock }) => {
  const products = new ProductTable(tables, env.MERCARI_TABLE);
  return [reconcilableCrawls(products, resendQueue(queues, env.MERCARI_CRAWL_QUEUE_URL), clock)];
});
