import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";

/** A watched row, of an id that the number determines. */
export const watched = (number: number, changes: Partial<WatchEntry> = {}): WatchEntry => ({
  // Ids of individuals' listings and of shops' products, which are longer.
  externalId: number % 4 === 3 ? `2JKZn7avt8F84m${number}` : `m${10_000_000_000 + number}`,
  price: 9_000_000 + number,
  sellingStatus: number % 2 === 0 ? ON_SALE : SOLD,
  dueAt: 1_795_143_600 + number,
  ...changes,
});
/** As many of these rows, each of its own id. */
export const many = (count: number) => Array.from({ length: count }, (_, number) => watched(number));

/** Rows in the order of their ids. */
export function sorted(rows: readonly WatchEntry[]): readonly WatchEntry[] {
  return rows.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1));
}
