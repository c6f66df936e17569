import type { SyncedItem } from "../../client/index.ts";
import { locale } from "../language/format.ts";
import { tagCounts, tagKey } from "../parts/tags/tag-list.ts";
import type { TagQuery } from "./tag-query.ts";

/** A tag, and how many items have it. */
export interface TagUse {
  /** The form in which tags are compared. */
  readonly key: string;
  /** As the newest item spells it. */
  readonly tag: string;
  readonly bookmarks: number;
  readonly decks: number;
}

/** The tags of items that are saved. Those that wait to be saved can't be changed before. */
export function tagUses(items: readonly SyncedItem[]): readonly TagUse[] {
  const countsOf = (wanted: SyncedItem["type"]) =>
    tagCounts(items.flatMap(({ type, item }) => (type === wanted && item !== null ? [item.tags] : [])));
  const bookmarks = countsOf("bookmark");
  const decks = countsOf("stock");
  return [...new Map([...decks, ...bookmarks])].map(([key, { tag }]) => ({
    key,
    tag,
    bookmarks: bookmarks.get(key)?.count ?? 0,
    decks: decks.get(key)?.count ?? 0,
  }));
}

/** The tags that hold what is typed, in the order of the query. */
export function foundTags(uses: readonly TagUse[], { q, sort }: TagQuery): readonly TagUse[] {
  const part = tagKey(q);
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  const byName = uses.filter(({ key }) => key.includes(part)).sort((one, other) => compare(one.tag, other.tag));
  return sort === "name" ? byName : byName.sort((one, other) => total(other) - total(one));
}

/** How many items have a tag. */
function total({ bookmarks, decks }: TagUse): number {
  return bookmarks + decks;
}
