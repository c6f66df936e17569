import { statesOf } from "../lambdas/shared/search/states.ts";
import type { Bookmark } from "./answers.ts";

/** Whether a text is begun and not ended, as the search `is:begun` finds it. */
export function isBegun(bookmark: Bookmark): boolean {
  return statesOf(bookmark).includes("begun");
}
