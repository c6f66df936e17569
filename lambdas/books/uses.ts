import { text, waitScale, wholeNumber } from "../shared/env.ts";
import { queue, secret, table } from "../shared/resource-use.ts";
import { callerUses, consumerUses, keysUse, noticesUse } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKS_TABLE: table(
    "books",
    ["PutItem", "GetItem", "BatchGetItem", "UpdateItem", "DeleteItem", "Query"],
    ["by_first_seen_at", "search"],
  ),
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  BOOKS_COLLECT_QUEUE_URL: queue("books-collect", "sends"),
  WAIT_SCALE: waitScale,
};

export const workerUses = {
  BOOKS_TABLE: table("books", ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"], ["by_first_seen_at"]),
  NOTICES_TABLE: noticesUse,
  BOOKS_COLLECT_QUEUE_URL: queue("books-collect", "receives"),
  ...consumerUses,
  /** Google's API key. */
  GOOGLE_BOOKS_SECRET: secret("google-books"),
  /** How many requests all jobs together may make in a day. */
  GOOGLE_BOOKS_PER_DAY: wholeNumber,
  GOOGLE_BOOKS_COUNTRY: text,
  WAIT_SCALE: waitScale,
};

export const onScheduleUses = {
  BOOKS_TABLE: table("books", ["GetItem", "BatchGetItem", "Query", "UpdateItem", "PutItem"], ["pending"]),
  BOOKS_COLLECT_QUEUE_URL: queue("books-collect", "sends"),
  WAIT_SCALE: waitScale,
};

/** Runs in progress. */
export const reconcileUses = {
  BOOKS_TABLE: table("books", ["BatchGetItem", "UpdateItem", "PutItem"], ["pending", "by_first_seen_at"]),
  NOTICES_TABLE: noticesUse,
  BOOKS_COLLECT_QUEUE_URL: queue("books-collect", "resends"),
};
