import type { Bookmark, QueueEntry, SyncedItem } from "../../client/index.ts";
import { identityOfPage } from "../../client/index.ts";
import { hostOf } from "../parts/host-of.ts";

/** A bookmark of the list: synced, waiting on this device, or both. */
export interface BookmarkRow {
  /** Its id, or before it has one the key of the entry that saves it. */
  readonly key: string;
  /** As the API shows it, with the changes that wait; null before the API has it. */
  readonly item: Bookmark | null;
  readonly url: string;
  /** The page's address while no title is known. */
  readonly title: string;
  readonly note: string;
  readonly tags: readonly string[];
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** Its entries that are not sent yet, in order. */
  readonly waiting: readonly QueueEntry[];
}

/** The rows of bookmarks about which nothing waits: one that has not changed is the same row, and is not rendered again. */
const settled = new WeakMap<Bookmark, BookmarkRow>();

/** The rows of items; those that are no bookmarks are left out. */
export function bookmarkRows(items: readonly SyncedItem[]): readonly BookmarkRow[] {
  return items.flatMap((synced) => {
    const row = bookmarkRow(synced);
    return row === null ? [] : [row];
  });
}

/** The row of an item; null when it is no bookmark. */
export function bookmarkRow(synced: SyncedItem): BookmarkRow | null {
  const { waiting } = synced;
  if (synced.type === "bookmark" && synced.item !== null) {
    const { item } = synced;
    const there = waiting.length === 0 ? settled.get(item) : undefined;
    if (there !== undefined) return there;
    const { id, url, title, note, tags, created_at } = item;
    const row = {
      key: id,
      item,
      url,
      title: titleOr(title, url),
      note: note ?? "",
      tags,
      savedAt: created_at,
      waiting,
    };
    if (waiting.length === 0) settled.set(item, row);
    return row;
  }
  const [first] = waiting;
  if (first === undefined || !("create" in first.intent) || first.intent.create !== "bookmark") return null;
  const { url, title, note, tags } = first.intent.body;
  return {
    key: first.idempotencyKey,
    item: null,
    url,
    title: titleOr(title, url),
    note: note ?? "",
    tags: tags ?? [],
    savedAt: first.enqueuedAt,
    waiting,
  };
}

/** The row of a page among items; undefined when it is not there. */
export function rowOfPage(items: readonly SyncedItem[], url: string): BookmarkRow | undefined {
  const wanted = identityOfPage(url);
  const synced = items.find(({ type, item, waiting }) => {
    if (type !== "bookmark") return false;
    if (item !== null) return "url" in item && identityOfPage(item.url) === wanted;
    const [first] = waiting;
    return first !== undefined && "create" in first.intent && identityOfPage(first.intent.body.url) === wanted;
  });
  return (synced && bookmarkRow(synced)) ?? undefined;
}

/** A title, or while there is none the address of the page. */
export function titleOr(title: string | null | undefined, url: string): string {
  if (title !== null && title !== undefined && title.trim() !== "") return title;
  const path = URL.parse(url)?.pathname ?? "/";
  return path === "/" ? hostOf(url) : hostOf(url) + path;
}
