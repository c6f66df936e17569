import { errorFields, log } from "../../shared/log.ts";
import type { CrawlResult } from "../domain/crawl-result.ts";
import { ON_SALE } from "../domain/crawl-result.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import type { PriceSummary } from "../domain/price-summary.ts";
import type { CrawledProduct, Product } from "../domain/product.ts";
import { isWholeSearch } from "../domain/product.ts";
import {
  CHECK_INTERVAL_MS,
  CHECKS_PER_CRAWL,
  dueForExistence,
  dueForSoldOutAt,
  FIRST_CHECKS_PER_CRAWL,
  lastOnSale,
  undated,
} from "../domain/watch-list.ts";
import type { CrawlServices } from "./crawl-services.ts";
import type { ListingLedger } from "./listing-ledger.ts";
import type { PriceAlerts } from "./price-alerts.ts";
import { readPrices } from "./price-summaries.ts";
import type { CrawlState } from "./read-pages.ts";
import { syncDetailOf } from "./request-crawl.ts";

type ReadCrawl = Pick<CrawlRun, "startedAt" | "complete" | "reachedEnd" | "outcome" | "pages" | "pagesBefore"> & {
  readonly state: CrawlState;
};

/** The input of a conclusion, beside the pages of the crawl. */
interface Evidence {
  /** Its rows are stored, unless the crawl is lost. */
  readonly ledger: ListingLedger;
  readonly alerts: PriceAlerts;
  /** When the crawl's time is over. */
  readonly by: Date;
  readonly stateNow: () => Promise<CrawlState>;
}

export interface ConcludedCrawl extends Pick<CrawlRun, "complete" | "outcome" | "deleted" | "queuedDetails"> {
  /** Sold rows without a time of sale. */
  readonly undated: number;
  /** Null unless the search of the crawl is still the product's search. */
  readonly prices: PriceSummary | null;
}

/**
 * Concludes a crawl whose pages are stored: removes the rows that no longer fit the setting, requests the detail checks that
 * are due, remembers what a complete crawl saw, makes the notices of new offers, and summarizes the prices.
 */
export async function concludeCrawl(
  product: CrawledProduct,
  read: ReadCrawl,
  { ledger, alerts, by, stateNow }: Evidence,
  services: CrawlServices,
  correlationId: string,
): Promise<ConcludedCrawl> {
  const isInspected = read.complete && read.reachedEnd && read.state === "current";
  const { deleted, isDone } = isInspected
    ? await inspect(product, by, ledger, services, stateNow)
    : { deleted: 0, isDone: true };
  const crawl: ReadCrawl = isDone ? read : { ...read, complete: false, outcome: "queued" };
  const { complete, outcome } = crawl;
  const queuedDetails =
    outcome === "error" ? 0 : await requestDetailChecks(product, complete, ledger, services, correlationId);
  // A crawl that ended with an error is not complete.
  if (complete) await ledger.rememberSeen(new Date(read.startedAt));
  const found = read.state === "lost" ? null : await readPrices(product, ledger.watched, services);
  if (found !== null) {
    const whole = { isFirst: !product.seenWhole, isWhole: isWholeSearch(product, crawl) };
    await alerts.makeNotices(whole, ledger.watched, found);
  }
  const prices = read.state === "current" ? found : null;
  return { complete, outcome, deleted, queuedDetails, undated: undated(ledger.watched).length, prices };
}

const REMOVALS_AT_ONCE = 10;
/** The longest time of a row's removal, in milliseconds. */
const REMOVAL_MS = 5;

/**
 * Removes the rows that no longer fit their product's setting: rows with a price outside the limits, or from another
 * category that this crawl has not seen. It may be called only by a complete crawl that has reached the last page, and only
 * while the crawl is current. Removals that would take longer than the remaining time are not begun.
 *
 * @param stateNow asked before the first removal
 * @returns how many rows were removed; `isDone` is false when there was no time for all: another crawl finds the rows again
 */
async function inspect(
  product: CrawledProduct,
  by: Date,
  ledger: ListingLedger,
  { results, clock }: Pick<CrawlServices, "results" | "clock">,
  stateNow: () => Promise<CrawlState>,
): Promise<{ readonly deleted: number; readonly isDone: boolean }> {
  const removed: string[] = [];
  let left = await findNonMatching(product, ledger, results);
  if (left.length > 0 && (await stateNow()) !== "current") return { deleted: 0, isDone: true };
  while (left.length > 0 && clock.now().getTime() + left.length * REMOVAL_MS <= by.getTime()) {
    await Promise.all(
      left.slice(0, REMOVALS_AT_ONCE).map(async (row) => {
        // If another invocation has changed the row meanwhile, the next crawl decides.
        if (await results.delete(row)) removed.push(row.externalId);
      }),
    );
    left = left.slice(REMOVALS_AT_ONCE);
  }
  await ledger.unwatch(removed);
  return { deleted: removed.length, isDone: left.length === 0 };
}

async function findNonMatching(
  { id, crawl, mixedCategories }: CrawledProduct,
  { seen }: ListingLedger,
  results: CrawlServices["results"],
): Promise<readonly CrawlResult[]> {
  const found = new Map<string, CrawlResult>();
  for (const row of await results.listOutside(id, crawl)) found.set(row.externalId, row);
  if (mixedCategories) {
    for await (const row of results.listOfOtherCategory(id, crawl)) {
      if (!seen.has(row.externalId)) found.set(row.externalId, row);
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
async function requestDetailChecks(
  { id: productId, trendFilled }: Pick<Product, "id" | "trendFilled">,
  complete: boolean,
  ledger: ListingLedger,
  { mercariQueue, clock }: Pick<CrawlServices, "mercariQueue" | "clock">,
  correlationId: string,
): Promise<number> {
  const { watched, seen, lastSeen } = ledger;
  const now = clock.now().getTime();
  const nowSeconds = Math.floor(now / 1_000);
  const due = [
    ...(complete ? dueForExistence(watched, seen, lastSeen, nowSeconds) : []),
    ...dueForSoldOutAt(watched, nowSeconds, trendFilled ? CHECKS_PER_CRAWL : FIRST_CHECKS_PER_CRAWL),
  ];
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
  const dueAt = Math.floor((now + clock.wait(CHECK_INTERVAL_MS)) / 1_000);
  const requested = outgoing.flatMap((one) => {
    const { entry } = one;
    if (unsent.includes(one)) return [];
    return entry.sellingStatus === ON_SALE
      ? [{ ...entry, dueAt, seenAt: lastOnSale(entry, lastSeen) }]
      : [{ ...entry, dueAt }];
  });
  // Written after the messages are sent: a crash in between requests a page twice, which is better than never.
  await ledger.watch(requested);
  return requested.length;
}
