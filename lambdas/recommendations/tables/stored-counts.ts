import type { Counts } from "../domain/reader-event.ts";

/** Clicks and subscribers by recommendation, in the form in which a tally's item stores them. */
export type StoredCounts = Readonly<Record<string, readonly [clicks: number, subscribers: number]>>;

/** The counts of an item; none for undefined. */
export function countsOf(stored: StoredCounts = {}): ReadonlyMap<string, Counts> {
  return new Map(Object.entries(stored).map(([id, [clicks, subscribers]]) => [id, { clicks, subscribers }]));
}

/** The form in which an item stores counts. */
export function storedCounts(counts: ReadonlyMap<string, Counts>): StoredCounts {
  return Object.fromEntries(
    Array.from(counts, ([id, { clicks, subscribers }]) => [id, [clicks, subscribers] as const]),
  );
}
