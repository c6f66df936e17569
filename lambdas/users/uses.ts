import type { EnvironmentContract } from "../shared/env.ts";
import { text } from "../shared/env.ts";
import { callerUses, removesPictures } from "../shared/uses.ts";

/** What is done to the tables of saved items. */
const SAVED_ITEMS = {
  does: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"],
  queries: ["by_created_at"],
} as const;

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: { table: "bookmarks", ...SAVED_ITEMS },
  CONTENT_BUCKET: { bucket: "content", does: ["GetObject", "DeleteObject", "ListBucket"], objects: ["*"] },
  STOCKS_TABLE: { table: "stocks", ...SAVED_ITEMS },
  RECOMMENDATIONS_TABLE: { table: "recommendations", does: ["Query", "BatchGetItem", "PutItem", "BatchWriteItem"] },
  IDEMPOTENCY_KEYS_TABLE: { table: "idempotency_keys", does: ["Scan", "BatchWriteItem"] },
  SITE_BUCKET: removesPictures,
  SITE_URL: text,
} satisfies EnvironmentContract;
