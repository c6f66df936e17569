import { errorFields, log } from "../../shared/log.ts";
import type { CrawlResult } from "../domain/crawl-result.ts";
import { ON_SALE } from "../domain/crawl-result.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import type { CrawledProduct, Product } from "../domain/product.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import {
  CHECK_INTERVAL_MS,
  CHECKS_PER_CRAWL,
  dueForExistence,
  dueForSoldOutAt,
  FIRST_CHECKS_PER_CRAWL,
  lastOnSale,
} from "../domain/watch-list.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { syncDetailOf } from "./request-crawl.ts";
import type { CrawledRows } from "./stored-page.ts";
import { hasSeen, seenOnSale } from "./stored-page.ts";

/** Concurrent removals. */
const REMOVALS_AT_ONCE = 10;
/** The longest time of a row's removal, in milliseconds. */
const REMOVAL_MS = 5;

/** The result of an inspection. */
export interface Inspection {
  /** How many rows were removed. */
  readonly removed: number;
  /** False when there was no time for all removals: another crawl finds the rows again. */
  readonly isDone: boolean;
}

/**
 * Removes the rows that no longer fit their product's setting: rows with a price outside the limits, or from another
 * category that this crawl has not seen. It may be called only by a complete crawl that has reached the last page, and only
 * while the crawl is current. Removals that would take longer than the remaining time are not begun.
 *
 * @param by when the crawl's time is over
 * @param isCurrent whether the crawl still holds its product, and the search is the one that it has read; asked before the
 * first removal
 */
export async function inspect(
  product: CrawledProduct,
  by: Date,
  rows: CrawledRows,
  { results, clock }: Pick<CrawlServices, "results" | "clock">,
  isCurrent: () => Promise<boolean>,
): Promise<Inspection> {
  const removed: string[] = [];
  let left = await nonMatching(product, rows, results);
  if (left.length > 0 && !(await isCurrent())) return { removed: 0, isDone: true };
  while (left.length > 0 && clock.now().getTime() + left.length * REMOVAL_MS <= by.getTime()) {
    await Promise.all(
      left.slice(0, REMOVALS_AT_ONCE).map(async (row) => {
        // If another invocation has changed the row meanwhile, the next crawl decides.
        if (await results.delete(row)) removed.push(row.externalId);
      }),
    );
    left = left.slice(REMOVALS_AT_ONCE);
  }
  await rows.watched.remove(removed);
  return { removed: removed.length, isDone: left.length === 0 };
}

async function nonMatching(
  { id, crawl, mixedCategories }: CrawledProduct,
  rows: CrawledRows,
  results: CrawlServices["results"],
): Promise<readonly CrawlResult[]> {
  const found = new Map<string, CrawlResult>();
  for (const row of await results.outside(id, crawl)) found.set(row.externalId, row);
  if (mixedCategories) {
    for await (const row of results.ofOtherCategory(id, crawl)) {
      if (!hasSeen(rows, row.externalId)) found.set(row.externalId, row);
    }
  }
  return [...found.values()];
}

/** Seconds between two messages, so that detail checks do not delay the next search. */
const APART_SECONDS = 10;
const LONGEST_SECONDS = 600;

/**
 * Requests the detail checks that are due: of sold listings for the time of their sale, and, after a complete crawl, of
 * those on sale that the crawl has not seen.
 *
 * @returns how many were requested
 */
export async function requestDetailChecks(
  { trendFilled }: Pick<Product, "trendFilled">,
  { outcome, complete, startedAt }: Pick<CrawlRun, "outcome" | "complete" | "startedAt">,
  rows: CrawledRows,
  { mercariQueue, clock }: Pick<CrawlServices, "mercariQueue" | "clock">,
  correlationId: string,
): Promise<number> {
  if (outcome === "error") return 0;
  const { productId, before, asBefore, watched } = rows;
  const now = clock.now().getTime();
  const nowSeconds = Math.floor(now / 1_000);
  const seen = new Set([...before.keys(), ...asBefore.keys()]);
  const due = [
    ...(complete ? dueForExistence(watched.all(), seen, watched.lastSeen, nowSeconds) : []),
    ...dueForSoldOutAt(watched.all(), nowSeconds, trendFilled ? CHECKS_PER_CRAWL : FIRST_CHECKS_PER_CRAWL),
  ];
  const dueAgain = Math.floor((now + clock.wait(CHECK_INTERVAL_MS)) / 1_000);
  const outgoing = due.map((entry, index) => ({
    entry,
    message: syncDetailOf({ productId, externalId: entry.externalId }),
    delaySeconds: Math.min(index * APART_SECONDS, LONGEST_SECONDS),
  }));
  const { unsent, error } = await mercariQueue.sendAll(outgoing, correlationId);
  if (unsent.length > 0) {
    // The checks stay due: the next crawl requests them.
    log.warn("mercari_details_not_sent", { product_id: productId, unsent: unsent.length, ...errorFields(error) });
  }
  const requested = new Map<string, WatchEntry>();
  for (const one of outgoing) {
    if (unsent.includes(one)) continue;
    const { entry } = one;
    const lastSight = entry.sellingStatus === ON_SALE ? { seenAt: lastOnSale(entry, watched.lastSeen) } : {};
    requested.set(entry.externalId, { ...entry, dueAt: dueAgain, ...lastSight });
  }
  // Written after the messages are sent: a crash in between requests a page twice, which is better than never.
  await watched.set([...(complete ? vanishedUnchecked(rows, requested) : []), ...requested.values()]);
  if (complete) await watched.setSeen({ at: Math.floor(Date.parse(startedAt) / 1_000), ...seenOnSale(rows) });
  return requested.size;
}

/** The rows that vanished and are not checked now, with the time when they were last seen, which would be lost otherwise. */
function vanishedUnchecked(rows: CrawledRows, requested: ReadonlyMap<string, WatchEntry>): readonly WatchEntry[] {
  const { watched } = rows;
  return watched.all().flatMap((entry) => {
    const { externalId, sellingStatus } = entry;
    if (sellingStatus !== ON_SALE || hasSeen(rows, externalId) || requested.has(externalId)) return [];
    const seenAt = lastOnSale(entry, watched.lastSeen);
    return watched.lastSeen?.externalIds.has(externalId) && seenAt !== entry.seenAt ? [{ ...entry, seenAt }] : [];
  });
}
