import * as z from "zod/mini";
import type { EnvironmentContract } from "../shared/env.ts";
import { count, optionalText, waitScale } from "../shared/env.ts";
import { callerUses, keysUse, noticesUse } from "../shared/uses.ts";

/** The actions of a crawl on the table. */
const CRAWLS = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"] as const;

/** What a crawl uses, in the worker and in the API. */
export const crawlUses = {
  MERCARI_TABLE: { table: "mercari", does: CRAWLS, queries: ["by_price", "by_sold_out_at"] },
  MERCARI_CRAWL_QUEUE_URL: { queue: "mercari-crawl", does: ["sends"] },
  NOTICES_TABLE: noticesUse,
  /** The bucket of pages that could not be read. */
  MERCARI_PAGES_BUCKET: { bucket: "mercari-pages", does: ["PutObject"], objects: ["*"] },
  /** The page source: pages as the site sends them, or rendered by a browser. */
  PAGE_SOURCE: z.enum(["http", "rendered"]),
  RENDERER_FUNCTION: { invokes: "mercari-renderer" },
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const apiUses = {
  ...callerUses,
  ...crawlUses,
  MERCARI_TABLE: {
    table: "mercari",
    does: CRAWLS,
    queries: ["by_created_at", "by_price", "by_updated_at", "by_sold_out_at"],
  },
  IDEMPOTENCY_KEYS_TABLE: keysUse,
} satisfies EnvironmentContract;

export const workerUses = {
  ...crawlUses,
  MERCARI_CRAWL_QUEUE_URL: { queue: "mercari-crawl", does: ["receives", "sends"] },
  MAX_RECEIVE_COUNT: count,
} satisfies EnvironmentContract;

export const onScheduleUses = {
  MERCARI_TABLE: { table: "mercari", does: ["Query", "UpdateItem", "DeleteItem", "BatchWriteItem"] },
  MERCARI_CRAWL_QUEUE_URL: { queue: "mercari-crawl", does: ["sends"] },
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const reconcileUses = {
  MERCARI_TABLE: { table: "mercari", does: ["BatchGetItem", "UpdateItem"], queries: ["pending"] },
  MERCARI_CRAWL_QUEUE_URL: { queue: "mercari-crawl", does: ["resends"] },
} satisfies EnvironmentContract;

export const rendererUses = {
  /** The path of an installed browser; empty for the one in the packages. */
  CHROMIUM_PATH: optionalText,
} satisfies EnvironmentContract;
