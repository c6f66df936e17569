import * as z from "zod/mini";
import type { EnvironmentContract } from "../shared/env.ts";
import { count, text, waitScale, wholeNumber } from "../shared/env.ts";
import { callerUses, keysUse, noticesUse, storesPictures } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKS_TABLE: {
    table: "books",
    does: ["PutItem", "GetItem", "BatchGetItem", "UpdateItem", "DeleteItem", "Query"],
    queries: ["by_first_seen_at", "search"],
  },
  IDEMPOTENCY_KEYS_TABLE: keysUse,
  BOOKS_COLLECT_QUEUE_URL: { queue: "books-collect", does: ["sends"] },
  SITE_URL: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const workerUses = {
  BOOKS_TABLE: {
    table: "books",
    does: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
    queries: ["by_first_seen_at"],
  },
  NOTICES_TABLE: noticesUse,
  BOOKS_COLLECT_QUEUE_URL: { queue: "books-collect", does: ["receives", "sends"] },
  SITE_BUCKET: storesPictures,
  MAX_RECEIVE_COUNT: count,
  GOOGLE_BOOKS_SECRET: { secret: "google-books" },
  /** The number of requests that all jobs together may make in a day. */
  GOOGLE_BOOKS_PER_DAY: wholeNumber,
  GOOGLE_BOOKS_COUNTRY: text,
  /** Whether the site has copies of covers. */
  GOOGLE_BOOKS_COVERS: z.enum(["linked", "copied"]),
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const onScheduleUses = {
  BOOKS_TABLE: {
    table: "books",
    does: ["GetItem", "BatchGetItem", "Query", "UpdateItem", "PutItem"],
    queries: ["pending"],
  },
  BOOKS_COLLECT_QUEUE_URL: { queue: "books-collect", does: ["sends"] },
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;

export const reconcileUses = {
  BOOKS_TABLE: {
    table: "books",
    does: ["BatchGetItem", "UpdateItem", "PutItem"],
    queries: ["pending", "by_first_seen_at"],
  },
  NOTICES_TABLE: noticesUse,
  BOOKS_COLLECT_QUEUE_URL: { queue: "books-collect", does: ["resends"] },
} satisfies EnvironmentContract;
