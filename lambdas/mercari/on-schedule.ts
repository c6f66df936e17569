import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { errorFields, log } from "../shared/log.ts";
import { documentClient } from "../shared/table/table.ts";
import { attemptEach } from "../shared/work/attempt-each.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { runParts, scheduledHandler } from "../shared/work/scheduled-handler.ts";
import type { Product } from "./domain/product.ts";
import { CrawlRunTable } from "./tables/crawl-run-table.ts";
import { OfferTable } from "./tables/offer-table.ts";
import { ProductTable } from "./tables/product-table.ts";
import { ResultTable } from "./tables/result-table.ts";
import { WatchTable } from "./tables/watch-table.ts";
import { onScheduleUses } from "./uses.ts";
import { removeProduct } from "./work/remove-product.ts";
import type { CrawlRequester } from "./work/request-crawl.ts";
import { requestCrawls } from "./work/request-crawl.ts";

export interface HourlyServices extends CrawlRequester {
  readonly results: ResultTable;
  readonly watch: WatchTable;
  readonly runs: CrawlRunTable;
  readonly offers: OfferTable;
}

function services(env: Environment<typeof onScheduleUses>): HourlyServices {
  const tables = documentClient();
  return {
    products: new ProductTable(tables, env.MERCARI_TABLE),
    results: new ResultTable(tables, env.MERCARI_TABLE),
    watch: new WatchTable(tables, env.MERCARI_TABLE),
    runs: new CrawlRunTable(tables, env.MERCARI_TABLE),
    offers: new OfferTable(tables, env.MERCARI_TABLE),
    mercariQueue: jsonQueue(queueClient(), env.MERCARI_CRAWL_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = scheduledHandler({ environment: onScheduleUses, services, run: runHourly });

/**
 * Requests a crawl of every product whose search is enabled, and continues deletions that were interrupted. It reads every
 * product once, since each enabled one is due each hour.
 *
 * @throws the first error of a request or a removal, at the end, so that the schedule's alarm fires
 */
export async function runHourly(services: HourlyServices, correlationId: string): Promise<Record<string, number>> {
  const enabled: Product[] = [];
  const beingDeleted: string[] = [];
  for await (const { id, product } of services.products.listStored()) {
    if (product === null) beingDeleted.push(id);
    else if (product.crawl?.enabled) enabled.push(product);
  }
  const logLeft = (id: string, error: unknown) =>
    log.error("mercari_removal_left", { product_id: id, correlation_id: correlationId, ...errorFields(error) });
  const parts = {
    crawls: async () => ({
      products: enabled.length,
      requested: await requestCrawls(enabled, correlationId, services),
    }),
    removals: async () => {
      await attemptEach(beingDeleted, (id) => removeProduct(id, services), logLeft);
      return {};
    },
  };
  return runParts(parts, correlationId);
}
