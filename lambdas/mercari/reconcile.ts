import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilePart } from "../shared/work/reconcile.ts";
import type { PendingCrawl } from "./domain/product.ts";
import { isBeingCrawled } from "./domain/product.ts";
import { ProductTable } from "./tables/product-table.ts";
import type { MercariMessage } from "./work/mercari-message.ts";
import { listCrawlOf } from "./work/mercari-message.ts";

/** Crawls that have been asked for and that nobody works on, although their queue should have had them done long ago. */
export function reconcilableCrawls(products: ProductTable, queue: Queue<MercariMessage>, clock: Clock): Reconcilable {
  return {
    things: "crawls",
    async overdue(limit) {
      const now = clock.now();
      const waiting: { readonly id: string; readonly pending: PendingCrawl }[] = [];
      for await (const product of products.all()) {
        const { id, pending } = product;
        if (pending === null || isBeingCrawled(product, now)) continue;
        if (Date.parse(pending.reconcileAt) <= now.getTime()) waiting.push({ id, pending });
      }
      waiting.sort((one, other) => Date.parse(one.pending.reconcileAt) - Date.parse(other.pending.reconcileAt));
      return waiting.slice(0, limit).map(({ id, pending }) => ({
        rounds: pending.reconcileRounds,
        async send(correlationId) {
          await queue.send(listCrawlOf(id), correlationId);
        },
        async postpone(until, rounds) {
          await products.postponeReconcile(id, pending.id, until, rounds);
        },
        async giveUp() {
          await products.giveUp(id, clock.now(), pending.id);
        },
      }));
    },
  };
}

/** What the reconcile schedule looks after for Mercari. */
export const mercariReconcile = reconcilePart(
  { MERCARI_TABLE: text, MERCARI_CRAWL_QUEUE_URL: text },
  (env, { tables, queues, clock }) => {
    const products = new ProductTable(tables, env.MERCARI_TABLE);
    return [reconcilableCrawls(products, jsonQueue(queues, env.MERCARI_CRAWL_QUEUE_URL), clock)];
  },
);
