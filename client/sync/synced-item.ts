import type { Bookmark, Stock } from "../answers.ts";
import type { QueueEntry, SaveEntry } from "../offline/queue-entry.ts";
import type { SearchQuery, TagQuery } from "../paging.ts";

/**
 * A bookmark or a stock as a user interface shows it: synced, waiting to be sent, or both. `item` has the changes that wait
 * to be sent. `waiting` has the entries of the offline queue that are about it, in their order, the failed ones too.
 */
export type SyncedItem = SyncedBookmark | SyncedStock | UnsentItem;

export interface SyncedBookmark {
  readonly type: "bookmark";
  readonly id: string;
  readonly item: Bookmark;
  readonly waiting: readonly QueueEntry[];
}

export interface SyncedStock {
  readonly type: "stock";
  readonly id: string;
  readonly item: Stock;
  readonly waiting: readonly QueueEntry[];
}

/** Not saved by the API yet; see the first entry's `intent`, `enqueuedAt`, `state` and `lastError`. */
export interface UnsentItem {
  readonly type: "bookmark" | "stock";
  readonly id: null;
  readonly item: null;
  readonly waiting: readonly [SaveEntry, ...SaveEntry[]];
}

/**
 * An item that the offline queue holds entries about, what is to be deleted included. `id` is null for what was not saved
 * yet. `item` is the item as it is synced, without the changes that wait to be sent; null for what was not saved yet, was
 * deleted elsewhere, or is not synced yet. `waiting` has the entries in their order, the failed ones too.
 */
export type QueuedItem = QueuedBookmark | QueuedStock;

export interface QueuedBookmark {
  readonly type: "bookmark";
  readonly id: string | null;
  readonly item: Bookmark | null;
  readonly waiting: readonly [QueueEntry, ...QueueEntry[]];
}

export interface QueuedStock {
  readonly type: "stock";
  readonly id: string | null;
  readonly item: Stock | null;
  readonly waiting: readonly [QueueEntry, ...QueueEntry[]];
}

/** Which items are listed: all, or those that match each given filter; `sort` and `tz` as in `SearchQuery`. */
export interface SyncFilter extends TagQuery, Pick<SearchQuery, "sort" | "tz"> {
  readonly type?: "bookmark" | "stock";
  /** A status of bookmarks or of stocks. What was not sent yet has none. */
  readonly status?: Bookmark["status"] | Stock["status"];
  readonly provider?: Stock["provider"];
}

/** When an item was saved, in milliseconds since 1970. */
export function timeOf(synced: SyncedItem): number {
  if (synced.item !== null) return Date.parse(synced.item.created_at);
  const { intent, enqueuedAt } = synced.waiting[0];
  return Date.parse(intent.body.saved_at ?? enqueuedAt);
}
