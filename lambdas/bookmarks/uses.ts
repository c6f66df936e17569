import { count, optionalText, text, waitScale, wholeNumber } from "../shared/env.ts";
import { bucket, queue, table } from "../shared/resource-use.ts";
import { callerUses, consumerUses, keysUse, removesPictures, storesPictures } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: table(
    "bookmarks",
    ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
    ["by_created_at", "search", "failed_jobs"],
  ),
  CONTENT_BUCKET: bucket("content", ["GetObject", "ListBucket"]),
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  BOOKMARK_PROCESSING_QUEUE_URL: queue("bookmark-processing", "sends"),
  SITE_URL: text,
  WAIT_SCALE: waitScale,
};

export const workerUses = {
  BOOKMARKS_TABLE: table("bookmarks", ["GetItem", "UpdateItem"]),
  CONTENT_BUCKET: bucket("content", ["PutObject", "DeleteObject"]),
  BOOKMARK_PROCESSING_QUEUE_URL: queue("bookmark-processing", "receives"),
  SITE_BUCKET: storesPictures,
  ...consumerUses,
  /** The function's time-out: the longest time that one attempt can take. */
  ATTEMPT_SECONDS: count,
  /** The queue's visibility time-out: after it, the message of a worker that stopped is received again. */
  VISIBILITY_SECONDS: count,
  /** Id of a model or an inference profile of Amazon Bedrock; empty for none. */
  BEDROCK_MODEL: optionalText,
  /** The model's region; empty for the function's own. */
  BEDROCK_REGION: optionalText,
  /** How many pages the model summarises for one user in a UTC day. */
  BEDROCK_SUMMARIES_A_DAY: wholeNumber,
  WAIT_SCALE: waitScale,
};

/** The pending bookmarks, and the texts and pictures of deleted ones. */
export const reconcileUses = {
  BOOKMARKS_TABLE: table("bookmarks", ["GetItem", "UpdateItem"], ["pending"]),
  CONTENT_BUCKET: bucket("content", ["DeleteObject", "ListBucket"]),
  SITE_BUCKET: removesPictures,
  BOOKMARK_PROCESSING_QUEUE_URL: queue("bookmark-processing", "resends"),
};
