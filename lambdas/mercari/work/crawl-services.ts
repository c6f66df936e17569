import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../shared/clock.ts";
import type { Environment } from "../../shared/env.ts";
import { lazy } from "../../shared/lazy.ts";
import { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import { objectsOnDemand } from "../../shared/objects/objects-on-demand.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { outboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../../shared/table/table.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { jsonQueue, queueClient } from "../../shared/work/queue.ts";
import type { PageFetchServices } from "../fetch/fetch-page.ts";
import type { PageSource } from "../fetch/page-source.ts";
import { httpPageSource } from "../fetch/page-source.ts";
import { CrawlRunTable } from "../tables/crawl-run-table.ts";
import { HostTable } from "../tables/host-table.ts";
import { OfferTable } from "../tables/offer-table.ts";
import { ProductTable } from "../tables/product-table.ts";
import { ResultTable } from "../tables/result-table.ts";
import { WatchTable } from "../tables/watch-table.ts";
import type { crawlUses } from "../uses.ts";
import type { MercariMessage } from "./request-crawl.ts";

export interface CrawlServices extends PageFetchServices {
  readonly products: ProductTable;
  readonly results: ResultTable;
  readonly watch: WatchTable;
  readonly runs: CrawlRunTable;
  readonly offers: OfferTable;
  readonly notices: NoticeWriter;
  readonly mercariQueue: Queue<MercariMessage>;
}

type CrawlEnvironment = Environment<typeof crawlUses>;

export function crawlServices(env: CrawlEnvironment): CrawlServices {
  const tables = documentClient();
  return {
    products: new ProductTable(tables, env.MERCARI_TABLE),
    results: new ResultTable(tables, env.MERCARI_TABLE),
    watch: new WatchTable(tables, env.MERCARI_TABLE),
    runs: new CrawlRunTable(tables, env.MERCARI_TABLE),
    offers: new OfferTable(tables, env.MERCARI_TABLE),
    notices: new NoticeWriter(tables, env.NOTICES_TABLE),
    hosts: new HostTable(tables, env.MERCARI_TABLE),
    mercariQueue: jsonQueue(queueClient(), env.MERCARI_CRAWL_QUEUE_URL),
    pages: pageStore(env.MERCARI_PAGES_BUCKET),
    source: chosenPageSource(env, outboundFetch),
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    pause: (milliseconds) => pause(milliseconds),
    newId: randomUUID,
  };
}

// The clients of S3 and Lambda are loaded on demand: most requests only read, and most crawls store no unreadable page.

function pageStore(bucket: string): CrawlServices["pages"] {
  const objects = objectsOnDemand();
  const loaded = lazy(async () => new (await import("../tables/page-store.ts")).PageStore(await objects(), bucket));
  return { keep: async (unread) => (await loaded()).keep(unread) };
}

function chosenPageSource(env: CrawlEnvironment, fetch: OutboundFetch): PageSource {
  if (env.PAGE_SOURCE === "http") return httpPageSource(fetch);
  const loaded = lazy(async () => {
    const { renderedPageSource, rendererClient } = await import("../fetch/rendered-page-source.ts");
    return renderedPageSource({ client: rendererClient(), functionName: env.RENDERER_FUNCTION });
  });
  return async (url, timeoutMs) => (await loaded())(url, timeoutMs);
}
