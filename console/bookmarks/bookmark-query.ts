import type { Bookmark, Sort, SyncFilter } from "../../client/index.ts";
import { addressWith, valuesIn } from "../parts/address-with.ts";
import type { MarkChoice } from "../parts/marks/marks.ts";
import { markIn } from "../parts/marks/marks.ts";
import { sortIn } from "../parts/search/sort-in.ts";

/** The path of the list. */
export const LIST = "/app/bookmarks";

/** The states of a bookmark, in the order in which it takes them. */
export const STATUSES = ["saving", "processing", "retrying", "done", "failed"] as const satisfies Bookmark["status"][];

/** Which bookmarks are listed, and how. */
export interface BookmarkQuery {
  /** As it was typed; empty for all. */
  readonly q: string;
  /** All of them must be there. */
  readonly tags: readonly string[];
  readonly status: Bookmark["status"] | null;
  readonly mark: MarkChoice;
  readonly sort: Sort;
}

/** Reads an address of the list. An unknown status is ignored. @param preset the order of an address without one */
export function readQuery(address: string, preset: Sort = "newest"): BookmarkQuery {
  const status = STATUSES.find((each) => each === valuesIn(address, "status")[0]) ?? null;
  return {
    q: valuesIn(address, "q")[0] ?? "",
    tags: valuesIn(address, "tag"),
    status,
    mark: markIn(address),
    sort: sortIn(address, preset),
  };
}

/** The address of the list with this query. */
export function queryAddress(query: BookmarkQuery): string {
  return addressWith(LIST, parametersOf(query));
}

/** The address of the text of a bookmark, which is read as one of the list with this query. */
export function readingAddress(id: string, query: BookmarkQuery): string {
  return addressWith(`/app/bookmarks/${encodeURIComponent(id)}/read`, parametersOf(query));
}

function parametersOf({ q, tags, status, mark, sort }: BookmarkQuery) {
  return { q: q.trim() === "" ? "" : q, tag: tags, status: status ?? "", mark, sort: sort === "newest" ? "" : sort };
}

/** The filter of a query, beside its search and its mark. */
export function bookmarkFilter({ tags, status, sort }: BookmarkQuery): SyncFilter {
  return { type: "bookmark", tag: tags, sort, ...(status === null ? {} : { status }) };
}

/** Of the whole list. */
export const NO_QUERY: BookmarkQuery = { q: "", tags: [], status: null, mark: "", sort: "newest" };

/** The address of the list of all bookmarks with a tag. */
export function tagAddress(tag: string): string {
  return queryAddress({ ...NO_QUERY, tags: [tag] });
}

/** Whether everything is listed, in whichever order. */
export function isWholeList({ q, tags, status, mark }: BookmarkQuery): boolean {
  return q.trim() === "" && tags.length === 0 && status === null && mark === "";
}
