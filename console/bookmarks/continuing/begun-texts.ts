import type { Bookmark, SyncedItem } from "../../../client/index.ts";
import { isBegun } from "../../../client/index.ts";
import { readingMinutes } from "../reading-time.ts";

/** A text that a person has begun to read and not ended. */
export interface BegunText {
  readonly item: Bookmark;
  /** Minutes in which the rest is read. */
  readonly left: number;
}

const MOST = 5;

/** The texts among items that are begun and not ended, those that were read at last first, five at most. */
export function begunTexts(items: readonly SyncedItem[]): readonly BegunText[] {
  const begun = items.flatMap(({ type, item }) => {
    // Only then the states, for thousands of items.
    if (type !== "bookmark" || !item?.place || item.words === null || !isBegun(item)) return [];
    return [{ item, at: item.place.at, left: readingMinutes(item.words * (1 - item.place.progress)) }];
  });
  return begun.sort((one, other) => other.at.localeCompare(one.at)).slice(0, MOST);
}
