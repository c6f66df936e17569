import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { CrawlResult, ListingSnapshot, SearchSight } from "../domain/crawl-result.ts";
import { afterSearchPage, ON_SALE } from "../domain/crawl-result.ts";
import type { CrawledProduct, CrawlSetting } from "../domain/product.ts";
import { isWithinBounds } from "../domain/product.ts";
import type { LastSeen, WatchEntry } from "../domain/watch-list.ts";
import { lastOnSale, watchEntryOf } from "../domain/watch-list.ts";
import type { ResultTable } from "../tables/result-table.ts";
import type { WatchList, WatchTable } from "../tables/watch-table.ts";

/** Rows that are put at the same moment. */
const PUTS_AT_ONCE = 10;
/** How often a row is judged again after a write conflict. */
const MAX_WRITE_ATTEMPTS = 3;

/** What one crawl knows of its product's rows. */
export interface CrawledRows {
  readonly productId: string;
  /** The setting that is crawled. */
  readonly crawl: CrawlSetting;
  /** The rows that this crawl has seen, each as it was before; null for one that was not there. */
  readonly before: Map<string, CrawlResult | null>;
  /** The same rows as they are stored now. */
  readonly stored: Map<string, CrawlResult | null>;
  /** External ids of those that this crawl has written. */
  readonly upserted: Set<string>;
  readonly watched: WatchedRows;
}

/** A crawl that has seen nothing yet. */
export function noRowsYet({ id, crawl }: CrawledProduct, watched: WatchedRows): CrawledRows {
  return { productId: id, crawl, before: new Map(), stored: new Map(), upserted: new Set(), watched };
}

/**
 * Stores the rows of one search page; a page that says what is stored writes nothing.
 *
 * A listing that two pages of a crawl show is one row, as the later page has it. It is judged against the row as it was
 * before the crawl each time: pages that were minutes apart are one look at the listing, not two.
 *
 * The site may show what is outside the setting's bounds. Such a listing is a row only if it was one before: `inspect` would
 * remove it, and the next crawl make it anew.
 *
 * A row is entered in the watch list before it is put and taken out after: so that a crash leaves an entry without need
 * at worst, never a row that nobody looks after. What this crawl knows of the list may be old by now: a row that is written
 * has its entry written, too.
 */
export async function storePage(
  snapshots: readonly ListingSnapshot[],
  at: Date,
  rows: CrawledRows,
  services: { readonly results: ResultTable; readonly clock: Clock },
): Promise<void> {
  const unknown = snapshots.filter(({ externalId }) => !rows.before.has(externalId));
  const found = await services.results.getMany(
    rows.productId,
    unknown.map(({ externalId }) => externalId),
  );
  for (const { externalId, price } of unknown) {
    const row = found.get(externalId) ?? null;
    if (row === null && !isWithinBounds(price, rows.crawl)) continue;
    rows.before.set(externalId, row);
    rows.stored.set(externalId, row);
  }
  let left: readonly ListingSnapshot[] = snapshots.filter(({ externalId }) => rows.before.has(externalId));
  for (let look = 0; look < MAX_WRITE_ATTEMPTS && left.length > 0; look += 1)
    left = await stored(left, at, rows, services);
  if (left.length > 0) log.warn("mercari_rows_not_stored", { product_id: rows.productId, rows: left.length });
}

/** @returns the snapshots whose rows somebody else wrote meanwhile; they are known anew, and to be judged again */
async function stored(
  snapshots: readonly ListingSnapshot[],
  at: Date,
  rows: CrawledRows,
  { results, clock }: { readonly results: ResultTable; readonly clock: Clock },
): Promise<readonly ListingSnapshot[]> {
  const looks = snapshots.flatMap((snapshot) => {
    const change = changeBy(snapshot, sightOf(snapshot, at, rows, clock), rows);
    const row = change ?? rows.stored.get(snapshot.externalId) ?? null;
    return row === null ? [] : [{ snapshot, change, watched: entryOf(row, at, rows.watched, clock) }];
  });
  await rows.watched.set(
    looks.flatMap(({ change, watched }) =>
      watched === null || (change === null && isSame(watched, rows.watched.get(watched.externalId))) ? [] : [watched],
    ),
  );
  const changed = looks.flatMap(({ snapshot, change }) => (change === null ? [] : [{ snapshot, change }]));
  const lost: ListingSnapshot[] = [];
  for (let start = 0; start < changed.length; start += PUTS_AT_ONCE) {
    await Promise.all(
      changed.slice(start, start + PUTS_AT_ONCE).map(async ({ snapshot, change }) => {
        const row = await results.put(change);
        if (row === null) lost.push(snapshot);
        else written(row, rows);
      }),
    );
  }
  const settled = looks.filter(
    ({ snapshot, change, watched }) =>
      watched === null &&
      !lost.includes(snapshot) &&
      (change !== null || rows.watched.get(snapshot.externalId) !== undefined),
  );
  await rows.watched.remove(settled.map(({ snapshot }) => snapshot.externalId));
  if (lost.length > 0) await reload(lost, (snapshot) => sightOf(snapshot, at, rows, clock), rows, results);
  return lost;
}

/** The row to be put for a snapshot; null when what is stored says so already. */
function changeBy(snapshot: ListingSnapshot, sight: SearchSight, rows: CrawledRows): CrawlResult | null {
  const before = rows.before.get(snapshot.externalId) ?? null;
  const stored = rows.stored.get(snapshot.externalId) ?? null;
  if (stored !== null && judged(stored, snapshot, sight) === null) return null;
  const after = judged(before, snapshot, sight) ?? before;
  if (after === null || stored === null) return after;
  return { ...after, createdAt: stored.createdAt, version: stored.version };
}

/** A row after a snapshot; null when it says so already. */
function judged(known: CrawlResult | null, snapshot: ListingSnapshot, sight: SearchSight): CrawlResult | null {
  return afterSearchPage(known ?? undefined, snapshot, sight);
}

/** Two crawls in a row see a listing within this time, in milliseconds: a sale between them is known to the hour. */
const CONSECUTIVE_MS = 2 * 3_600_000;

function sightOf({ externalId }: ListingSnapshot, at: Date, { productId, crawl, watched }: CrawledRows, clock: Clock) {
  const entry = watched.get(externalId);
  const last = entry === undefined ? at.getTime() : lastOnSale(entry, watched.lastSeen) * 1_000;
  const isRecent = at.getTime() - last <= clock.wait(CONSECUTIVE_MS);
  const unseenSince = isRecent ? null : new Date(last).toISOString();
  return { productId, categoryId: crawl.categoryId, now: at, unseenSince } satisfies SearchSight;
}

/** The watch entry of a row that was seen. A row that was never checked may be checked as soon as it needs it. */
function entryOf(row: CrawlResult, at: Date, watched: WatchedRows, clock: Clock): WatchEntry | null {
  const known = watched.get(row.externalId);
  const seenAt = row.sellingStatus === ON_SALE ? Math.floor(at.getTime() / 1_000) : known?.seenAt;
  return watchEntryOf(row, known?.dueAt ?? Math.floor(clock.now().getTime() / 1_000), seenAt);
}

function isSame(one: WatchEntry, other: WatchEntry | undefined): boolean {
  return one.price === other?.price && one.sellingStatus === other.sellingStatus;
}

function written(row: CrawlResult, rows: CrawledRows): void {
  rows.stored.set(row.externalId, row);
  rows.upserted.add(row.externalId);
}

/** Reads rows again that somebody else has written; or we have, and the answer got lost. */
async function reload(
  lost: readonly ListingSnapshot[],
  sight: (snapshot: ListingSnapshot) => SearchSight,
  rows: CrawledRows,
  results: ResultTable,
): Promise<void> {
  const externalIds = lost.map(({ externalId }) => externalId);
  const found = await results.getMany(rows.productId, externalIds);
  for (const snapshot of lost) {
    const { externalId } = snapshot;
    const row = found.get(externalId) ?? null;
    rows.stored.set(externalId, row);
    const isOurs = row !== null && judged(row, snapshot, sight(snapshot)) === null;
    if (isOurs) rows.upserted.add(externalId);
    else rows.before.set(externalId, row);
  }
}

/**
 * The watch list of one product as a crawl goes on with it: read once, and kept in step with what the crawl writes. What
 * others write meanwhile it does not see.
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
