import { text } from "../shared/env.ts";
import { bucket, table } from "../shared/resource-use.ts";
import { callerUses, removesPictures } from "../shared/uses.ts";

const savedItems = (name: string) =>
  table(name, ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"], ["by_created_at"]);

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: savedItems("bookmarks"),
  CONTENT_BUCKET: bucket("content", ["GetObject", "DeleteObject", "ListBucket"]),
  STOCKS_TABLE: savedItems("stocks"),
  RECOMMENDATIONS_TABLE: table("recommendations", ["Query", "BatchGetItem", "PutItem", "BatchWriteItem"]),
  IDEMPOTENCY_KEYS_TABLE: table("idempotency_keys", ["Scan", "BatchWriteItem"]),
  SITE_BUCKET: removesPictures,
  SITE_URL: text,
};
