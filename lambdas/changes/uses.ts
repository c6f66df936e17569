import { count, text } from "../shared/env.ts";
import { table } from "../shared/resource-use.ts";
import { callerUses } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: table("bookmarks", ["BatchGetItem"], ["changes"]),
  STOCKS_TABLE: table("stocks", ["BatchGetItem"], ["changes"]),
  SITE_URL: text,
  /** See ChangesServices. */
  OVERLAP_SECONDS: count,
};
