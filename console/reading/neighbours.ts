import type { SyncedItem } from "../../client/index.ts";
import type { ItemRow } from "../saved-items/item-row.ts";
import { rowOf } from "../saved-items/item-row.ts";

/** The texts before and after one in a list; null where the list begins or ends, or does not have the one. */
export interface Neighbours {
  readonly previous: ItemRow<"bookmark"> | null;
  readonly next: ItemRow<"bookmark"> | null;
}

/** Finds the neighbours of a text in a list. Items without a kept text are passed over. */
export function neighboursOf(items: readonly SyncedItem[], id: string): Neighbours {
  const place = items.findIndex((synced) => synced.id === id);
  if (place === -1) return { previous: null, next: null };
  const hasText = (synced: SyncedItem) =>
    synced.type === "bookmark" && synced.item !== null && synced.item.read_at !== null;
  const previous = items.slice(0, place).findLast(hasText);
  const next = items.slice(place + 1).find(hasText);
  const row = (synced: SyncedItem | undefined) => (synced === undefined ? null : rowOf("bookmark", synced));
  return { previous: row(previous), next: row(next) };
}
