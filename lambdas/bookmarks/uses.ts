import type { EnvironmentContract } from "../shared/env.ts";
import { count, optionalText, text, waitScale, wholeNumber } from "../shared/env.ts";
import { callerUses, keysUse, noticesUse, removesPictures, storesPictures } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: {
    table: "bookmarks",
    does: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
    queries: ["by_created_at", "search", "failed_jobs"],
  },
  CONTENT_BUCKET: { bucket: "content", does: ["GetObject", "ListBucket"], objects: ["*"] },
  SENT_PAGES_BUCKET: { bucket: "content", does: ["PutObject", "DeleteObject"], objects: ["sent-pages/*"] },
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  BOOKMARK_PROCESSING_QUEUE_URL: { queue: "bookmark-processing", does: ["sends"] },
  SITE_URL: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const workerUses = {
  BOOKMARKS_TABLE: { table: "bookmarks", does: ["GetItem", "UpdateItem", "Scan"], queries: ["pending"] },
  NOTICES_TABLE: noticesUse,
  CONTENT_BUCKET: { bucket: "content", does: ["PutObject", "DeleteObject"], objects: ["*"] },
  SENT_PAGES_BUCKET: {
    bucket: "content",
    does: ["GetObject", "ListBucket", "DeleteObject"],
    objects: ["sent-pages/*"],
  },
  BOOKMARK_PROCESSING_QUEUE_URL: { queue: "bookmark-processing", does: ["receives"] },
  SITE_BUCKET: storesPictures,
  MAX_RECEIVE_COUNT: count,
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
} satisfies EnvironmentContract;

export const reconcileUses = {
  BOOKMARKS_TABLE: { table: "bookmarks", does: ["GetItem", "UpdateItem"], queries: ["pending"] },
  CONTENT_BUCKET: { bucket: "content", does: ["DeleteObject", "ListBucket"], objects: ["*"] },
  SITE_BUCKET: removesPictures,
  BOOKMARK_PROCESSING_QUEUE_URL: { queue: "bookmark-processing", does: ["resends"] },
} satisfies EnvironmentContract;
