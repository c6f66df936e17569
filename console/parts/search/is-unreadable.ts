import { readSearch } from "../../../client/search.ts";

/** Whether a box has what is searched for now, `q`, and that has a value that can't be read: nothing is said while one types. */
export function isUnreadable(text: string, q: string): boolean {
  return q === text.trim() && readSearch(text).problems.length > 0;
}
