import { count, text, waitScale } from "../shared/env.ts";
import { queue, table } from "../shared/resource-use.ts";
import { callerUses, consumerUses, keysUse, removesPictures, storesPictures } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  STOCKS_TABLE: table("stocks", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"], ["by_created_at", "search"]),
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  OEMBED_FETCH_QUEUE_URL: queue("oembed-fetch", "sends"),
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

export const workerUses = {
  STOCKS_TABLE: table("stocks", ["GetItem", "UpdateItem"]),
  OEMBED_FETCH_QUEUE_URL: queue("oembed-fetch", "receives"),
  SITE_BUCKET: storesPictures,
  ...consumerUses,
  /** The function's time-out: the longest time that one attempt can take. */
  ATTEMPT_SECONDS: count,
  WAIT_SCALE: waitScale,
};

/** The pending stocks, and the pictures of deleted ones. */
export const reconcileUses = {
  STOCKS_TABLE: table("stocks", ["GetItem", "UpdateItem"], ["pending"]),
  SITE_BUCKET: removesPictures,
  OEMBED_FETCH_QUEUE_URL: queue("oembed-fetch", "resends"),
};
