import { useMemo } from "preact/hooks";
import type { SyncedItem } from "../../../client/index.ts";
import type { MarkChoice } from "./marks.ts";
import { hasMark } from "./marks.ts";

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
