import type { SyncedItem } from "../../client/index.ts";
import type { BookmarkRow } from "../bookmarks/bookmark-row.ts";
import { bookmarkRow } from "../bookmarks/bookmark-row.ts";

/** The texts before and after one in a list; null where the list begins or ends, or does not have the one. */
export interface Neighbours {
  readonly previous: BookmarkRow | null;
  readonly next: BookmarkRow | null;
}

/** Finds the neighbours of a text in a list. Items without a kept text are passed over. */
export function neighboursOf(items: readonly SyncedItem[], id: string): Neighbours {
  const place = items.findIndex((synced) => synced.id === id);
  if (place === -1) return { previous: null, next: null };
  const hasText = (synced: SyncedItem) =>
    synced.type === "bookmark" && synced.item !== null && synced.item.read_at !== null;
  const previous = items.slice(0, place).findLast(hasText);
  const next = items.slice(place + 1).find(hasText);
  return { previous: (previous && bookmarkRow(previous)) ?? null, next: (next && bookmarkRow(next)) ?? null };
}
