import type { EnvironmentContract } from "../shared/env.ts";
import { count, text, waitScale } from "../shared/env.ts";
import { callerUses, keysUse, removesPictures, storesPictures } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  STOCKS_TABLE: {
    table: "stocks",
    does: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
    queries: ["by_created_at", "search"],
  },
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  OEMBED_FETCH_QUEUE_URL: { queue: "oembed-fetch", does: ["sends"] },
  SITE_URL: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const workerUses = {
  STOCKS_TABLE: { table: "stocks", does: ["GetItem", "UpdateItem"] },
  OEMBED_FETCH_QUEUE_URL: { queue: "oembed-fetch", does: ["receives"] },
  SITE_BUCKET: storesPictures,
  MAX_RECEIVE_COUNT: count,
  /** The function's time-out: the longest time that one attempt can take. */
  ATTEMPT_SECONDS: count,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

/** The pending stocks, and the pictures of deleted ones. */
export const reconcileUses = {
  STOCKS_TABLE: { table: "stocks", does: ["GetItem", "UpdateItem"], queries: ["pending"] },
  SITE_BUCKET: removesPictures,
  OEMBED_FETCH_QUEUE_URL: { queue: "oembed-fetch", does: ["resends"] },
} satisfies EnvironmentContract;
