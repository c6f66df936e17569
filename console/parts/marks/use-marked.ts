import { useMemo } from "preact/hooks";
import type { SyncedItem } from "../../../client/index.ts";
import { valuesIn } from "../address-with.ts";

/** What a person marks of a saved item. */
export const MARKS = ["unread", "starred"] as const;
export type Mark = (typeof MARKS)[number];

/** Which items a list shows: those with a mark, or all. */
export type MarkChoice = "" | Mark;

/** The choice that a screen's address names. */
export function markIn(address: string): MarkChoice {
  return MARKS.find((mark) => mark === valuesIn(address, "mark")[0]) ?? "";
}

/** The items of a list by a choice, and how many each choice has. */
export interface MarkedItems {
  readonly items: readonly SyncedItem[];
  readonly counts: Readonly<Record<MarkChoice, number>>;
}

/**
 * The items that have a mark.
 *
 * @param found what fits the search and the other filters
 * @param opened id of the item that is shown by itself: it stays between its neighbours when its mark is taken away
 */
export function useMarked(found: readonly SyncedItem[], mark: MarkChoice, opened: string | null = null): MarkedItems {
  return useMemo(() => {
    const unread = found.filter((synced) => hasMark(synced, "unread"));
    const starred = found.filter((synced) => hasMark(synced, "starred"));
    const isShown = (synced: SyncedItem) => mark === "" || synced.id === opened || hasMark(synced, mark);
    return {
      items: opened === null ? { "": found, unread, starred }[mark] : found.filter(isShown),
      counts: { "": found.length, unread: unread.length, starred: starred.length },
    };
  }, [found, mark, opened]);
}

/** Whether an item has a mark, also while its save waits to be sent. */
function hasMark({ item, waiting }: SyncedItem, mark: Mark): boolean {
  return isMarked(item ?? waiting[0].intent.body, mark);
}

/** Whether an item, or what saves it, has a mark. A copy of the last release has neither: it is unread. */
export function isMarked(
  { unread = true, starred = false }: { readonly [Each in Mark]?: boolean | undefined },
  mark: Mark,
): boolean {
  return { unread, starred }[mark];
}
