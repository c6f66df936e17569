import type { RowChange } from "../domain/price-alert.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import type { ResultTable } from "../tables/result-table.ts";
import type { WatchTable } from "../tables/watch-table.ts";
import type { PriceAlerts } from "./price-alerts.ts";

const PUTS_AT_ONCE = 10;
/** How often a row is compared with a page while other invocations write it. */
export const MAX_WRITE_ATTEMPTS = 3;

/** The changes of a row, and of its entry in the watch list, after a page. */
export interface RowWrite {
  readonly externalId: string;
  /** Null: the stored row stays as it is. */
  readonly change: RowChange | null;
  /** Null: the row needs no detail check. */
  readonly entry: WatchEntry | null;
}

export interface RowServices {
  readonly results: ResultTable;
  readonly watch: WatchTable;
  readonly alerts: Pick<PriceAlerts, "noteOffers">;
}

/**
 * Stores rows of a product with their entries in the watch list. Offers are noted first, since the lowest price may be
 * taken from the watch list. An entry is set before its row is put, and removed after it: a crash may leave a superfluous
 * entry, but no row without one.
 *
 * @returns the writes whose rows another invocation has written since they were read: they are compared again
 */
export async function storeRows(
  productId: string,
  writes: readonly RowWrite[],
  { results, watch, alerts }: RowServices,
): Promise<ReadonlySet<RowWrite>> {
  await alerts.noteOffers(writes.flatMap(({ change }) => change ?? []));
  await watch.set(
    productId,
    writes.flatMap(({ entry }) => entry ?? []),
  );
  const conflicts = new Set<RowWrite>();
  for (let start = 0; start < writes.length; start += PUTS_AT_ONCE) {
    await Promise.all(
      writes.slice(start, start + PUTS_AT_ONCE).map(async (write) => {
        if (write.change !== null && (await results.put(write.change.row)) === null) conflicts.add(write);
      }),
    );
  }
  const unwatched = writes.filter((write) => write.entry === null && !conflicts.has(write));
  await watch.remove(
    productId,
    unwatched.map(({ externalId }) => externalId),
  );
  return conflicts;
}
