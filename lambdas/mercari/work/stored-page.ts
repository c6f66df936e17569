import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { CrawlResult, ListingSnapshot, SearchSight } from "../domain/crawl-result.ts";
import { afterSearchPage, ON_SALE } from "../domain/crawl-result.ts";
import { fingerprintOf } from "../domain/fingerprint.ts";
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
  /** The listings that look as the previous crawl saw them; their rows were not read. */
  readonly asBefore: Map<string, ListingSnapshot>;
  /** What the pages showed of the written listings, where the stored row is equal to it. */
  readonly shown: Map<string, ListingSnapshot>;
  readonly watched: WatchedRows;
  /** What new offers are judged by; null when the product has no alert. */
  readonly judge: OfferJudge | null;
}

/** The state of a crawl that has seen nothing yet. */
export function noRowsYet({ id, crawl }: CrawledProduct, watched: WatchedRows, judge: OfferJudge | null): CrawledRows {
  const unwritten = new UnwrittenListings();
  const none = {
    before: new Map(),
    stored: new Map(),
    upserted: new Set<string>(),
    asBefore: new Map(),
    shown: new Map(),
  };
  return { productId: id, crawl, unwritten, ...none, watched, judge };
}

/** The number of rows that a crawl has seen listings of. */
export function seenRows({ before, asBefore }: Pick<CrawledRows, "before" | "asBefore">): number {
  return before.size + asBefore.size;
}

/** Whether a crawl has seen the listing of a row. */
export function hasSeen({ before, asBefore }: Pick<CrawledRows, "before" | "asBefore">, externalId: string): boolean {
  return before.has(externalId) || asBefore.has(externalId);
}

/** The listings on sale that a crawl has seen and whose rows it has stored or left as they are. */
export function seenOnSale({ asBefore, stored, shown, watched, crawl }: CrawledRows): Omit<LastSeen, "at"> {
  const externalIds = new Set(asBefore.keys());
  for (const [externalId, row] of stored) if (row?.sellingStatus === ON_SALE) externalIds.add(externalId);
  const fingerprints = new Map<string, string>();
  for (const externalId of externalIds) {
    const snapshot = asBefore.get(externalId) ?? shown.get(externalId);
    const entry = watched.get(externalId);
    if (snapshot !== undefined && entry !== undefined) {
      fingerprints.set(externalId, fingerprintOf(snapshot, crawl.categoryId, entry));
    }
  }
  return { externalIds, fingerprints };
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
 * The row of a listing on sale that looks as the previous crawl saw it is not even read.
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
  if (listings.length === 0) return;
  await rows.watched.load();
  const unknown = listings.filter(
    ({ snapshot }) => !rows.before.has(snapshot.externalId) && !looksAsBefore(snapshot, rows),
  );
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

/** Notes a listing whose row need not be read, because nothing has changed since the previous crawl. */
function looksAsBefore(snapshot: ListingSnapshot, { asBefore, watched, crawl }: CrawledRows): boolean {
  const { externalId } = snapshot;
  const entry = watched.get(externalId);
  // A listing whose page has stated its deletion, and that is shown again, is no longer deleted.
  const mayBe = entry?.sellingStatus === ON_SALE && entry.isGone !== true;
  const isSame =
    mayBe && watched.lastSeen?.fingerprints?.get(externalId) === fingerprintOf(snapshot, crawl.categoryId, entry);
  if (isSame) asBefore.set(externalId, snapshot);
  else asBefore.delete(externalId);
  return isSame;
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
  for (const { change, listing } of candidates) if (change === null) isAsShown(listing, rows);
  const lost: SeenListing[] = [];
  for (let start = 0; start < changed.length; start += PUTS_AT_ONCE) {
    await Promise.all(
      changed.slice(start, start + PUTS_AT_ONCE).map(async ({ listing, change }) => {
        const row = await results.put(change);
        if (row === null) lost.push(listing);
        else {
          written(row, rows);
          isAsShown(listing, rows);
        }
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

/** Notes that a listing's stored row is equal to what a page showed. */
function isAsShown({ snapshot }: SeenListing, { shown }: CrawledRows): void {
  shown.set(snapshot.externalId, snapshot);
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
    rows.shown.delete(externalId);
    const isOurs = row !== null && judged(row, listing.snapshot, sightOf(listing, rows, clock)) === null;
    if (isOurs) rows.upserted.add(externalId);
    else rows.before.set(externalId, row);
  }
}

/**
 * The watch list of one product during a crawl: it is read once, and updated with the crawl's own writes. Later writes of
 * other invocations are not seen, so that it is read as late as possible: the rows of listings that look as before are not
 * compared. Another entry than the crawl knew makes the next crawl compare the row.
 */
export class WatchedRows {
  readonly #productId: string;
  readonly #table: WatchTable;
  readonly #rows = new Map<string, WatchEntry>();
  #list: WatchList | undefined;

  constructor(productId: string, table: WatchTable) {
    this.#productId = productId;
    this.#table = table;
  }

  /** Reads the list, unless that was done. */
  async load(): Promise<void> {
    if (this.#list !== undefined) return;
    this.#list = await this.#table.read(this.#productId);
    for (const entry of this.#list.entries) this.#rows.set(entry.externalId, entry);
  }

  /** What the previous complete crawl saw; null before there was one. */
  get lastSeen(): LastSeen | null {
    return this.#list?.lastSeen ?? null;
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
