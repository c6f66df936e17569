import type { SyncedItem, SyncedStock } from "../../client/index.ts";

/** Where a deck is in a list. */
export interface DeckPlace {
  /** Null where the list begins or ends. */
  readonly previous: SyncedStock | null;
  readonly next: SyncedStock | null;
  /** From 1. */
  readonly position: number;
  readonly count: number;
}

/** The place of a deck in a list; null when the list does not have it. Decks that are on this device only are passed over. */
export function placeOf(id: string, items: readonly SyncedItem[]): DeckPlace | null {
  const decks = items.filter((synced): synced is SyncedStock => synced.type === "stock" && synced.item !== null);
  const index = decks.findIndex((deck) => deck.id === id);
  if (index === -1) return null;
  return {
    previous: decks[index - 1] ?? null,
    next: decks[index + 1] ?? null,
    position: index + 1,
    count: decks.length,
  };
}
