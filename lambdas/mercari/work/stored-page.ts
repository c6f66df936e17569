import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { CrawlResult, ListingSnapshot, SearchSight } from "../domain/crawl-result.ts";
import { afterSearchPage, ON_SALE } from "../domain/crawl-result.ts";
import type { CrawledProduct, CrawlSetting } from "../domain/product.ts";
import { isWithinBounds } from "../domain/product.ts";
import type { LastSeen, WatchEntry } from "../domain/watch-list.ts";
import { lastOnSale, watchEntryOf } from "../domain/watch-list.ts";
import type { OfferTable } from "../tables/offer-table.ts";
import type { ResultTable } from "../tables/result-table.ts";
import type { WatchList, WatchTable } from "../tables/watch-table.ts";
import type { OfferJudge } from "./price-offers.ts";
import { noteOffers } from "./price-offers.ts";
import type { SeenListing } from "./unwritten-listings.ts";
import { UNWRITTEN_LISTINGS, UnwrittenListings } from "./unwritten-listings.ts";

/** Concurrent puts of rows. */
const PUTS_AT_ONCE = 10;
/** How often a row is compared again after a write conflict. */
const MAX_WRITE_ATTEMPTS = 3;

/** A crawl's state of its product's rows. */
export interface CrawledRows {
  readonly productId: string;
  /** The setting that is crawled. */
  readonly crawl: CrawlSetting;
  /** The listings that this crawl has seen and not written yet. */
  readonly unwritten: UnwrittenListings;
  /** The rows of the written listings, each as it was before the crawl; null for one that did not exist. */
  readonly before: Map<string, CrawlResult | null>;
  /** The same rows as they are stored now. */
  readonly stored: Map<string, CrawlResult | null>;
  /** External ids of the rows that this crawl has written. */
  readonly upserted: Set<string>;
  readonly watched: WatchedRows;
  /** What new offers are judged by; null when the product has no alert. */
  readonly judge: OfferJudge | null;
}

/** The state of a crawl that has seen nothing yet. */
export function noRowsYet({ id, crawl }: CrawledProduct, watched: WatchedRows, judge: OfferJudge | null): CrawledRows {
  const unwritten = new UnwrittenListings();
  return { productId: id, crawl, unwritten, before: new Map(), stored: new Map(), upserted: new Set(), watched, judge };
}

/** The services of writing rows. */
interface RowServices {
  readonly results: ResultTable;
  readonly offers: OfferTable;
  readonly clock: Clock;
}

/** Adds the listings of one search page, and writes the rows of those that have been kept long enough. */
export async function storePage(
  snapshots: readonly ListingSnapshot[],
  at: Date,
  rows: CrawledRows,
  services: RowServices,
): Promise<void> {
  rows.unwritten.add(snapshots, at);
  await storeListings(rows.unwritten.take(UNWRITTEN_LISTINGS), rows, services);
}

/** Writes the rows of all listings that are kept. */
export function storeRest(rows: CrawledRows, services: RowServices): Promise<void> {
  return storeListings(rows.unwritten.take(0), rows, services);
}

/**
 * Stores the rows of listings; rows that are equal are not written.
 *
 * A listing that is seen again after its row was written is compared with the row as it was before the crawl: pages of one
 * crawl count as one sight of the listing.
 *
 * The site may show listings outside the setting's limits. Such a listing gets a row only if it had one before: otherwise
 * `inspect` would remove the row, and the next crawl would create it again.
 *
 * A row is added to the watch list before it is put, and removed from it afterwards: a crash leaves at worst an unnecessary
 * entry, never an unwatched row. The crawl's copy of the list may be outdated, so that an entry is written with each written
 * row.
 */
async function storeListings(
  listings: readonly SeenListing[],
  rows: CrawledRows,
  services: RowServices,
): Promise<void> {
  const unknown = listings.filter(({ snapshot }) => !rows.before.has(snapshot.externalId));
  const found = await services.results.getMany(
    rows.productId,
    unknown.map(({ snapshot }) => snapshot.externalId),
  );
  for (const { externalId, price } of unknown.map(({ snapshot }) => snapshot)) {
    const row = found.get(externalId) ?? null;
    if (row === null && !isWithinBounds(price, rows.crawl)) continue;
    rows.before.set(externalId, row);
    rows.stored.set(externalId, row);
  }
  let left: readonly SeenListing[] = listings.filter(({ snapshot }) => rows.before.has(snapshot.externalId));
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS && left.length > 0; attempt += 1)
    left = await stored(left, rows, services);
  if (left.length > 0) log.warn("mercari_rows_not_stored", { product_id: rows.productId, rows: left.length });
}

/**
 * @returns the listings whose rows another invocation has written meanwhile; these rows were read again, and the listings
 * must be compared again
 */
async function stored(
  listings: readonly SeenListing[],
  rows: CrawledRows,
  services: RowServices,
): Promise<readonly SeenListing[]> {
  const { results, clock } = services;
  const candidates = listings.flatMap((listing) => {
    const change = changeBy(listing, sightOf(listing, rows, clock), rows);
    const row = change ?? rows.stored.get(listing.snapshot.externalId) ?? null;
    return row === null ? [] : [{ listing, change, watched: entryOf(row, listing.at, rows.watched) }];
  });
  const changes = candidates.flatMap(({ listing, change: row }) =>
    row === null ? [] : [{ before: rows.before.get(listing.snapshot.externalId) ?? null, row }],
  );
  // Before the watch list, which the lowest price may be taken from.
  await noteOffers(rows.productId, rows.judge, changes, services);
  await rows.watched.set(
    candidates.flatMap(({ change, watched }) =>
      watched === null || (change === null && isSame(watched, rows.watched.get(watched.externalId))) ? [] : [watched],
    ),
  );
  const changed = candidates.flatMap(({ listing, change }) => (change === null ? [] : [{ listing, change }]));
  const lost: SeenListing[] = [];
  for (let start = 0; start < changed.length; start += PUTS_AT_ONCE) {
    await Promise.all(
      changed.slice(start, start + PUTS_AT_ONCE).map(async ({ listing, change }) => {
        const row = await results.put(change);
        if (row === null) lost.push(listing);
        else written(row, rows);
      }),
    );
  }
  const settled = candidates.filter(
    ({ listing, change, watched }) =>
      watched === null &&
      !lost.includes(listing) &&
      (change !== null || rows.watched.get(listing.snapshot.externalId) !== undefined),
  );
  await rows.watched.remove(settled.map(({ listing }) => listing.snapshot.externalId));
  if (lost.length > 0) await reload(lost, rows, results, clock);
  return lost;
}

/** The row to put for a listing; null when the stored row is equal. */
function changeBy({ snapshot, firstAt }: SeenListing, sight: SearchSight, rows: CrawledRows): CrawlResult | null {
  const before = rows.before.get(snapshot.externalId) ?? null;
  const stored = rows.stored.get(snapshot.externalId) ?? null;
  if (stored !== null && judged(stored, snapshot, sight) === null) return null;
  const after = judged(before, snapshot, sight) ?? before;
  if (after === null || stored === null) {
    return before === null && after !== null ? { ...after, createdAt: firstAt.toISOString() } : after;
  }
  return { ...after, createdAt: stored.createdAt, version: stored.version };
}

/** A row after a snapshot; null when nothing changes. */
function judged(known: CrawlResult | null, snapshot: ListingSnapshot, sight: SearchSight): CrawlResult | null {
  return afterSearchPage(known ?? undefined, snapshot, sight);
}

/** Two consecutive crawls see a listing within this time, in milliseconds: a sale between them is known to the hour. */
const CONSECUTIVE_MS = 2 * 3_600_000;

function sightOf({ snapshot: { externalId }, at }: SeenListing, rows: CrawledRows, clock: Clock) {
  const { productId, crawl, watched } = rows;
  const entry = watched.get(externalId);
  const last = entry === undefined ? at.getTime() : lastOnSale(entry, watched.lastSeen) * 1_000;
  const isRecent = at.getTime() - last <= clock.wait(CONSECUTIVE_MS);
  const unseenSince = isRecent ? null : new Date(last).toISOString();
  return { productId, categoryId: crawl.categoryId, now: at, unseenSince } satisfies SearchSight;
}

/** The watch entry of a row that was seen. A row that was never checked may be checked at once. */
function entryOf(row: CrawlResult, at: Date, watched: WatchedRows): WatchEntry | null {
  const known = watched.get(row.externalId);
  const seconds = Math.floor(at.getTime() / 1_000);
  return watchEntryOf(row, known?.dueAt ?? seconds, row.sellingStatus === ON_SALE ? seconds : known?.seenAt);
}

function isSame(one: WatchEntry, other: WatchEntry | undefined): boolean {
  return one.price === other?.price && one.sellingStatus === other.sellingStatus;
}

function written(row: CrawlResult, rows: CrawledRows): void {
  rows.stored.set(row.externalId, row);
  rows.upserted.add(row.externalId);
}

/** Reads rows again that another invocation has written, or this one with a lost response. */
async function reload(
  lost: readonly SeenListing[],
  rows: CrawledRows,
  results: ResultTable,
  clock: Clock,
): Promise<void> {
  const externalIds = lost.map(({ snapshot }) => snapshot.externalId);
  const found = await results.getMany(rows.productId, externalIds);
  for (const listing of lost) {
    const { externalId } = listing.snapshot;
    const row = found.get(externalId) ?? null;
    rows.stored.set(externalId, row);
    const isOurs = row !== null && judged(row, listing.snapshot, sightOf(listing, rows, clock)) === null;
    if (isOurs) rows.upserted.add(externalId);
    else rows.before.set(externalId, row);
  }
}

/**
 * The watch list of one product during a crawl: it is read once, and updated with the crawl's own writes. Writes of other
 * invocations are not seen.
 */
export class WatchedRows {
  readonly #productId: string;
  readonly #table: WatchTable;
  readonly #rows: Map<string, WatchEntry>;
  /** What the previous complete crawl saw; null before there was one. */
  readonly lastSeen: LastSeen | null;

  private constructor(productId: string, table: WatchTable, { entries, lastSeen }: WatchList) {
    this.#productId = productId;
    this.#table = table;
    this.#rows = new Map(entries.map((watched) => [watched.externalId, watched]));
    this.lastSeen = lastSeen;
  }

  static async of(productId: string, table: WatchTable): Promise<WatchedRows> {
    return new WatchedRows(productId, table, await table.read(productId));
  }

  get(externalId: string): WatchEntry | undefined {
    return this.#rows.get(externalId);
  }

  all(): readonly WatchEntry[] {
    return [...this.#rows.values()];
  }

  async set(watched: readonly WatchEntry[]): Promise<void> {
    if (watched.length === 0) return;
    await this.#table.set(this.#productId, watched);
    for (const one of watched) this.#rows.set(one.externalId, one);
  }

  /** Stores what this crawl saw on sale, once it is known to be complete. */
  async setSeen(seen: LastSeen): Promise<void> {
    await this.#table.setSeen(this.#productId, seen);
  }

  async remove(externalIds: readonly string[]): Promise<void> {
    await this.#table.remove(this.#productId, externalIds);
    for (const externalId of externalIds) this.#rows.delete(externalId);
  }
}
