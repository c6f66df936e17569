import type { SearchedItem } from "./matches-search.ts";

/** The orders of a list. Items of one title or site are newest first. */
export const SORTS = ["newest", "oldest", "title", "site"] as const;
export type Sort = (typeof SORTS)[number];

/** The orders that no index of a table has. */
export type KeySort = Extract<Sort, "title" | "site">;

/** An item's place in a list by title or site. */
export interface SortPlace {
  readonly key: string;
  /** When it was saved, ISO 8601 UTC. */
  readonly time: string;
  readonly id: string;
}

/** So much of a title is compared, in code units. */
const LONGEST_KEY = 100;

/** Whether an order is that of the title or the site. */
export function isKeySort(sort: Sort): sort is KeySort {
  return sort === "title" || sort === "site";
}

/**
 * What an item is sorted by: its title from the first letter or digit on, or its site without `www.`. Without a title the
 * site stands for it.
 */
export function sortKey(sort: KeySort, { title, site }: Pick<SearchedItem, "title" | "site">): string {
  const host = site.replace(/^www\./, "");
  if (sort === "site") return host;
  const text = title.replace(/^[^\p{L}\p{N}]+/u, "");
  return (text === "" ? host : text).slice(0, LONGEST_KEY).toWellFormed();
}

/** Compares two places; 0 only for the same item. */
export function comparePlaces(one: SortPlace, other: SortPlace): number {
  return compareTexts(one.key, other.key) || compareTexts(other.time, one.time) || compareTexts(one.id, other.id);
}

/** By code units, as a function of `sort`. */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
