import type { BookFilter } from "../../client/books.ts";
import { timeZone } from "../../client/search.ts";
import { addressWith } from "../parts/address-with.ts";

/** The orders of the books: the first is the API's, the device sorts by the others. */
export const SORTS = ["newest", "title", "author", "published"] as const;

/** Which books are shown: all, those of a job, those that a search finds, or both. An empty text selects nothing. */
export interface BookSelection {
  readonly q: string;
  readonly job: string;
}

/** What the screen shows, as its address says. */
export interface BookQuery extends BookSelection {
  readonly sort: (typeof SORTS)[number];
  /** Whether each job has a list of its own. */
  readonly isGrouped: boolean;
}

/** Reads the parameters of the screen's address; unknown values count as none. */
export function readQuery(parameters: Readonly<Record<string, string>>): BookQuery {
  return {
    q: parameters.q?.trim() ?? "",
    job: parameters.job ?? "",
    sort: SORTS.find((sort) => sort === parameters.sort) ?? "newest",
    isGrouped: parameters.group === "job",
  };
}

/** The screen's address with a query. */
export function queryAddress(query: Partial<BookQuery>): string {
  return addressWith("/app/books", parametersOf(query));
}

/** The address of a book that is opened from the list with this query. */
export function bookAddress(id: string, query: BookQuery): string {
  return addressWith(`/app/books/${encodeURIComponent(id)}`, parametersOf(query));
}

function parametersOf({ q = "", job = "", sort = "newest", isGrouped = false }: Partial<BookQuery>) {
  return { q, job, sort: sort === "newest" ? "" : sort, group: isGrouped ? "job" : "" };
}

/** A selection as the API's parameters. */
export function apiParameters({ q, job }: BookSelection): BookFilter {
  return { ...(q === "" ? {} : { q, tz: timeZone() }), ...(job === "" ? {} : { job }) };
}

/** Whether the device sorts the books, for which it must have all of them. */
export function isArranged({ sort, isGrouped }: Pick<BookQuery, "sort" | "isGrouped">): boolean {
  return sort !== "newest" || isGrouped;
}
