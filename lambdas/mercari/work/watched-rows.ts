import type { Watched } from "../domain/watch-list.ts";
import type { WatchTable } from "../tables/watch-table.ts";

/**
 * The watch list of one product as a crawl goes on with it: read once, and kept in step with what the crawl writes. What
 * others write meanwhile it does not see.
 */
export class WatchedRows {
  readonly #productId: string;
  readonly #table: WatchTable;
  readonly #rows: Map<string, Watched>;

  private constructor(productId: string, table: WatchTable, rows: readonly Watched[]) {
    this.#productId = productId;
    this.#table = table;
    this.#rows = new Map(rows.map((watched) => [watched.externalId, watched]));
  }

  static async of(productId: string, table: WatchTable): Promise<WatchedRows> {
    return new WatchedRows(productId, table, await table.all(productId));
  }

  get(externalId: string): Watched | undefined {
    return this.#rows.get(externalId);
  }

  all(): readonly Watched[] {
    return [...this.#rows.values()];
  }

  async set(watched: readonly Watched[]): Promise<void> {
    if (watched.length === 0) return;
    await this.#table.set(this.#productId, watched);
    for (const one of watched) this.#rows.set(one.externalId, one);
  }

  async remove(externalIds: readonly string[]): Promise<void> {
    await this.#table.remove(this.#productId, externalIds);
    for (const externalId of externalIds) this.#rows.delete(externalId);
  }
}
