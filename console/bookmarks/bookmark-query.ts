import type { Bookmark } from "../../client/index.ts";
import type { ListQuery } from "../saved-items/list-query.ts";
import { queryAddress } from "../saved-items/list-query.ts";

/** The path of the list. */
export const LIST = "/app/bookmarks";

/** What the list's filters may be: the states of a bookmark, in the order in which it takes them. */
export const FILTERS = {
  statuses: ["saving", "processing", "retrying", "done", "failed"] satisfies Bookmark["status"][],
  providers: [],
};

/** The address of the text of a bookmark, which is read as one of the list with this query. */
export function readingAddress(id: string, query: Partial<ListQuery>): string {
  return queryAddress(`${LIST}/${encodeURIComponent(id)}/read`, query);
}

/** The address of the list of all bookmarks with a tag. */
export function tagAddress(tag: string): string {
  return queryAddress(LIST, { tags: [tag] });
}
