import type { SyncedItem } from "../../../client/index.ts";
import { valuesIn } from "../address-with.ts";

export const MARKS = ["unread", "starred"] as const;
export type Mark = (typeof MARKS)[number];

/** Which items a list shows: those with a mark, or all. */
export type MarkChoice = "" | Mark;

/** The choice that a screen's address names. */
export function markIn(address: string): MarkChoice {
  return MARKS.find((mark) => mark === valuesIn(address, "mark")[0]) ?? "";
}

/** Whether an item has a mark, also while its save waits to be sent. */
export function hasMark({ item, waiting }: SyncedItem, mark: Mark): boolean {
  return isMarked(item ?? waiting[0].intent.body, mark);
}

/** The change that marks an item, or takes the mark away. */
export function markChange(mark: Mark, isOn: boolean): { readonly [Each in Mark]?: boolean } {
  return mark === "unread" ? { unread: isOn } : { starred: isOn };
}

/** Whether an item, or what saves it, has a mark. A copy of the last release has neither: it is unread. */
export function isMarked(
  { unread = true, starred = false }: { readonly [Each in Mark]?: boolean | undefined },
  mark: Mark,
): boolean {
  return { unread, starred }[mark];
}
