import type { EnvironmentContract } from "../shared/env.ts";
import { count, text } from "../shared/env.ts";
import { callerUses } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  BOOKMARKS_TABLE: { table: "bookmarks", does: ["BatchGetItem"], queries: ["changes"] },
  STOCKS_TABLE: { table: "stocks", does: ["BatchGetItem"], queries: ["changes"] },
  SITE_URL: text,
  /** See ChangesServices. */
  OVERLAP_SECONDS: count,
} satisfies EnvironmentContract;
