import * as z from "zod/mini";
import { optionalText, waitScale } from "../shared/env.ts";
import { bucket, invokes, queue, table } from "../shared/resource-use.ts";
import { callerUses, consumerUses, keysUse, noticesUse } from "../shared/uses.ts";

/** What a crawl does to the table. */
const CRAWLS = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"] as const;

/** What a crawl uses, in the worker and in the API. */
export const crawlUses = {
  MERCARI_TABLE: table("mercari", CRAWLS, ["by_price", "by_sold_out_at"]),
  MERCARI_CRAWL_QUEUE_URL: queue("mercari-crawl", "sends"),
  NOTICES_TABLE: noticesUse,
  /** Of pages that could not be read. */
  MERCARI_PAGES_BUCKET: bucket("mercari-pages", ["PutObject"]),
  /** The page source: pages as the site sends them, or rendered by a browser. */
  PAGE_SOURCE: z.enum(["http", "rendered"]),
  RENDERER_FUNCTION: invokes("mercari-renderer"),
  WAIT_SCALE: waitScale,
};

export const apiUses = {
  ...callerUses,
  ...crawlUses,
  MERCARI_TABLE: table("mercari", CRAWLS, ["by_created_at", "by_price", "by_updated_at", "by_sold_out_at"]),
  IDEMPOTENCY_KEYS_TABLE: keysUse,
};

export const workerUses = {
  ...crawlUses,
  MERCARI_CRAWL_QUEUE_URL: queue("mercari-crawl", "receives", "sends"),
  ...consumerUses,
};

export const onScheduleUses = {
  MERCARI_TABLE: table("mercari", ["Query", "UpdateItem", "DeleteItem", "BatchWriteItem"]),
  MERCARI_CRAWL_QUEUE_URL: queue("mercari-crawl", "sends"),
  WAIT_SCALE: waitScale,
};

/** The requested crawls. */
export const reconcileUses = {
  MERCARI_TABLE: table("mercari", ["BatchGetItem", "UpdateItem"], ["pending"]),
  MERCARI_CRAWL_QUEUE_URL: queue("mercari-crawl", "resends"),
};

export const rendererUses = {
  /** The path of an installed browser; empty for the one in the packages. */
  CHROMIUM_PATH: optionalText,
};
