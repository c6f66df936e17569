import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { lazy } from "../shared/lazy.ts";
import type { OutboundFetch } from "../shared/outbound-fetch.ts";
import { outboundFetch } from "../shared/outbound-fetch.ts";
import { jsonQueue, queueClient } from "../shared/queue.ts";
import { documentClient } from "../shared/table.ts";
import type { CrawlServices } from "./crawl-product.ts";
import { CrawlRunTable } from "./crawl-run-table.ts";
import { HostTable } from "./host-table.ts";
import { ProductTable } from "./product-table.ts";
import { ResultTable } from "./result-table.ts";
import { httpPageSource } from "./source/http-page-source.ts";
import type { PageSource } from "./source/page-source.ts";
import { WatchTable } from "./watch-table.ts";

/** What a crawl needs of its environment, in the worker and in the API alike. */
export const crawlEnvironment = {
  MERCARI_TABLE: text,
  MERCARI_CRAWL_QUEUE_URL: text,
  /** Bucket for pages that could not be read. */
  MERCARI_PAGES_BUCKET: text,
  /** How pages are got: as the site sends them, or by a browser that runs their scripts. */
  PAGE_SOURCE: z.enum(["http", "rendered"]),
  /** Name of the function that has the browser. */
  RENDERER_FUNCTION: text,
  WAIT_SCALE: waitScale,
};

type CrawlEnvironment = Environment<typeof crawlEnvironment>;

/** Builds what a crawl works with. */
export function crawlServices(env: CrawlEnvironment): CrawlServices {
  const tables = documentClient();
  return {
    products: new ProductTable(tables, env.MERCARI_TABLE),
    results: new ResultTable(tables, env.MERCARI_TABLE),
    watch: new WatchTable(tables, env.MERCARI_TABLE),
    runs: new CrawlRunTable(tables, env.MERCARI_TABLE),
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

// The clients of S3 and Lambda are loaded when they are needed: most requests only read, and a crawl that can read its
// pages keeps none.

function pageStore(bucket: string): CrawlServices["pages"] {
  const loaded = lazy(async () => {
    const { PageStore, pageStoreClient } = await import("./page-store.ts");
    return new PageStore(pageStoreClient(), bucket);
  });
  return { keep: async (unread) => (await loaded()).keep(unread) };
}

function chosenPageSource(env: CrawlEnvironment, fetch: OutboundFetch): PageSource {
  if (env.PAGE_SOURCE === "http") return httpPageSource(fetch);
  const loaded = lazy(async () => {
    const { renderedPageSource, rendererClient } = await import("./source/rendered-page-source.ts");
    return renderedPageSource({ client: rendererClient(), functionName: env.RENDERER_FUNCTION });
  });
  return async (url, timeoutMs) => (await loaded())(url, timeoutMs);
}
