import { readSearch } from "../../../client/search.ts";

/**
 * Whether a box holds the present search, `q`, with a value that can't be read: nothing is reported while a person types.
 */
export function isUnreadable(text: string, q: string): boolean {
  return q === text.trim() && readSearch(text).problems.length > 0;
}
