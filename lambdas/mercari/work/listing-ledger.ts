import { log } from "../../shared/log.ts";
import type { ListingSnapshot, SearchSight, SellingStatus } from "../domain/crawl-result.ts";
import { afterSearchPage, ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { CrawledProduct } from "../domain/product.ts";
import { isWithinBounds } from "../domain/product.ts";
import type { LastSeen, WatchEntry } from "../domain/watch-list.ts";
import { lastOnSale, watchEntryOf } from "../domain/watch-list.ts";
import type { RowServices, RowWrite } from "./store-rows.ts";
import { MAX_WRITE_ATTEMPTS, storeRows } from "./store-rows.ts";

export interface ListingsPage {
  readonly listings: readonly ListingSnapshot[];
  /** When the page was fetched. */
  readonly at: Date;
}

/** A listing as the latest page showed it. */
interface SeenListing {
  readonly snapshot: ListingSnapshot;
  /** When that page was fetched. */
  readonly at: Date;
}

/**
 * The number of listings that a crawl keeps before it stores their rows: three full pages of 120. A crawl of three pages
 * stores nothing before it has read all of them. For a longer crawl this limits its memory, the writes at its end, and the
 * pages that are read again after its worker is killed.
 */
const UNSTORED_LISTINGS = 360;

/**
 * What one crawl sees of a product's listings, and what it stores of them: rows that are equal to what the pages show are
 * read and not written. The site moves listings from page to page during a crawl: when a listing is seen again, the later
 * page replaces the earlier one, so that its row is written once.
 *
 * The watch list is read once, as late as possible, since later writes of detail checks are not seen.
 */
export class ListingLedger {
  readonly #product: CrawledProduct;
  readonly #services: RowServices;
  /** The listings whose rows are not stored yet, the one seen longest ago first. */
  readonly #unstored = new Map<string, SeenListing>();
  /** The listings that have a row, by external id. */
  readonly #seen = new Map<string, SellingStatus>();
  readonly #upserted = new Set<string>();
  readonly #watched = new Map<string, WatchEntry>();
  /** What the previous complete crawl saw; null before there was one, undefined before the watch list is read. */
  #lastSeen: LastSeen | null | undefined;

  constructor(product: CrawledProduct, services: RowServices) {
    this.#product = product;
    this.#services = services;
  }

  /** Adds the listings of a page, and stores the rows of those that have been kept long enough. */
  async apply({ listings, at }: ListingsPage): Promise<void> {
    for (const snapshot of listings) {
      // Deleted first, since a map keeps the position of a key that is set again.
      this.#unstored.delete(snapshot.externalId);
      this.#unstored.set(snapshot.externalId, { snapshot, at });
    }
    await this.#storeAllBut(UNSTORED_LISTINGS);
  }

  /** Stores the rows of all listings. The getters are complete only afterwards. */
  async storeRest(): Promise<void> {
    await this.#readWatchList();
    await this.#storeAllBut(0);
  }

  /** Rows that are new or have changed. */
  get upserted(): number {
    return this.#upserted.size;
  }

  /** Rows that are as the pages showed them. */
  get unchanged(): number {
    return this.#seen.size - this.#upserted.size;
  }

  /** External ids of the listings that were seen and have a row. */
  get seen(): ReadonlySet<string> {
    return new Set(this.#seen.keys());
  }

  get watched(): readonly WatchEntry[] {
    return [...this.#watched.values()];
  }

  /** What the previous complete crawl saw; null before there was one. */
  get lastSeen(): LastSeen | null {
    return this.#lastSeen ?? null;
  }

  async watch(entries: readonly WatchEntry[]): Promise<void> {
    await this.#services.watch.set(this.#product.id, entries);
    for (const entry of entries) this.#watched.set(entry.externalId, entry);
  }

  async unwatch(externalIds: readonly string[]): Promise<void> {
    await this.#services.watch.remove(this.#product.id, externalIds);
    for (const externalId of externalIds) this.#watched.delete(externalId);
  }

  /**
   * Stores which listings a complete crawl saw on sale, in place of those of the previous one. For rows that have vanished
   * since then, the time of the last sight is moved into their entries, where it is kept.
   *
   * @param at when the crawl began
   */
  async rememberSeen(at: Date): Promise<void> {
    const vanished = this.watched.flatMap((entry) => {
      const { externalId, sellingStatus } = entry;
      const isVanished = sellingStatus === ON_SALE && this.lastSeen?.externalIds.has(externalId);
      if (!isVanished || this.#seen.has(externalId)) return [];
      const seenAt = lastOnSale(entry, this.lastSeen);
      return seenAt === entry.seenAt ? [] : [{ ...entry, seenAt }];
    });
    await this.watch(vanished);
    const onSale = [...this.#seen].filter(([, status]) => status === ON_SALE);
    await this.#services.watch.setSeen(this.#product.id, {
      at: epochSeconds(at),
      externalIds: new Set(onSale.map(([externalId]) => externalId)),
    });
  }

  async #readWatchList(): Promise<void> {
    if (this.#lastSeen !== undefined) return;
    const { entries, lastSeen } = await this.#services.watch.read(this.#product.id);
    this.#lastSeen = lastSeen;
    for (const entry of entries) this.#watched.set(entry.externalId, entry);
  }

  /** Stores the listings seen longest ago, until no more than `left` are kept. */
  async #storeAllBut(left: number): Promise<void> {
    let listings = [...this.#unstored.values()].slice(0, Math.max(0, this.#unstored.size - left));
    for (const { snapshot } of listings) this.#unstored.delete(snapshot.externalId);
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS && listings.length > 0; attempt += 1) {
      listings = await this.#store(listings);
    }
    if (listings.length > 0) {
      log.warn("mercari_rows_not_stored", { product_id: this.#product.id, rows: listings.length });
    }
  }

  /** @returns the listings whose rows another invocation has written meanwhile */
  async #store(listings: readonly SeenListing[]): Promise<SeenListing[]> {
    await this.#readWatchList();
    const writes = await this.#compare(listings);
    const conflicts = await storeRows(this.#product.id, writes, this.#services);
    for (const write of writes) {
      const { externalId, change, entry } = write;
      if (entry !== null) this.#watched.set(externalId, entry);
      if (conflicts.has(write)) continue;
      if (entry === null) this.#watched.delete(externalId);
      if (change !== null) this.#upserted.add(externalId);
    }
    const again = new Set(Array.from(conflicts, ({ externalId }) => externalId));
    return listings.filter(({ snapshot }) => again.has(snapshot.externalId));
  }

  /**
   * Compares listings with their rows. The site may show listings outside the setting's bounds. Such a listing gets a row
   * only if it had one before: otherwise `inspect` would remove the row, and the next crawl would create it again.
   *
   * An entry is written with each written row, because the ledger's watch list may be outdated.
   *
   * @returns the necessary writes
   */
  async #compare(listings: readonly SeenListing[]): Promise<readonly RowWrite[]> {
    const { id, crawl } = this.#product;
    const rows = await this.#services.results.getMany(
      id,
      listings.map(({ snapshot }) => snapshot.externalId),
    );
    return listings.flatMap((listing) => {
      const { snapshot, at } = listing;
      const { externalId, sellingStatus } = snapshot;
      const before = rows.get(externalId) ?? null;
      if (before === null && !isWithinBounds(snapshot.price, crawl)) return [];
      this.#seen.set(externalId, sellingStatus);
      const known = this.#watched.get(externalId);
      const row = afterSearchPage(before, snapshot, this.#sightOf(listing));
      const stored = row ?? before;
      const seconds = epochSeconds(at);
      const seenAt = sellingStatus === ON_SALE ? seconds : known?.seenAt;
      // A row that was never checked may be checked at once; so may a newly sold one, however recently it was checked.
      const isNewSale = before?.sellingStatus === ON_SALE && sellingStatus === SOLD;
      const dueAt = isNewSale ? seconds : (known?.dueAt ?? seconds);
      const entry = stored && watchEntryOf(stored, dueAt, seenAt);
      const isUpToDate = row === null && entry?.price === known?.price && entry?.sellingStatus === known?.sellingStatus;
      return isUpToDate ? [] : [{ externalId, change: row && { before, row }, entry }];
    });
  }

  #sightOf({ snapshot: { externalId }, at }: SeenListing): SearchSight {
    const { id: productId, crawl } = this.#product;
    const entry = this.#watched.get(externalId);
    const lastOnSaleAt = entry === undefined ? null : new Date(lastOnSale(entry, this.lastSeen) * 1_000).toISOString();
    return { productId, categoryId: crawl.categoryId, now: at, lastOnSaleAt };
  }
}

function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
