import { log } from "../../shared/log.ts";
import { Discard, RetryLater } from "../../shared/work/message-outcome.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { CrawlError, CrawlErrorKind } from "../domain/crawl-error.ts";
import type { CrawlResult } from "../domain/crawl-result.ts";
import {
  afterDeletionOfSold,
  afterDetailPage,
  afterUnreadablePage,
  CONFIRM_DELETION_MS,
  deletionStep,
  ON_SALE,
  readResultId,
  SOLD,
  UNREADABLE_MS,
} from "../domain/crawl-result.ts";
import type { Product } from "../domain/product.ts";
import { isWithinBounds } from "../domain/product.ts";
import { CHECK_INTERVAL_MS, watchEntryOf } from "../domain/watch-list.ts";
import type { PageResult } from "../fetch/fetch-page.ts";
import { fetchPage } from "../fetch/fetch-page.ts";
import type { DetailOutcome } from "../readers/detail-page.ts";
import { readDetailPage } from "../readers/detail-page.ts";
import type { DeletionLimit } from "../tables/crawl-counts.ts";
import type { AttemptServices } from "./attempts.ts";
import { countFailedAttempt, expectAttemptsLeft, reserveTurnOrWait, waitForTurn } from "./attempts.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { PriceAlerts } from "./price-alerts.ts";
import { refreshPrices } from "./price-summaries.ts";
import type { SyncDetail } from "./request-crawl.ts";
import { MAX_WRITE_ATTEMPTS, storeRows } from "./store-rows.ts";

export interface CheckServices extends CrawlServices, AttemptServices {
  readonly deletionLimit: DeletionLimit;
}

const HOUR_MS = 3_600_000;
/** Errors by which the site refuses requests in general; all others are about the page. */
const REFUSALS: ReadonlySet<CrawlErrorKind> = new Set(["blocked", "rate_limited", "breaker_open"]);
/** Seconds until a message that got no turn is received again. */
const NO_TURN_SECONDS = 30;

/**
 * Checks one listing's detail page, and updates its row; also of a sold listing, whose deal may have been cancelled.
 *
 * @param by when the time for the check is over
 */
export async function checkResult(
  message: SyncDetail,
  by: Date,
  services: CheckServices,
  received: ReceivedMessage,
): Promise<void> {
  const key = readResultId(message.mercariCrawlResultId);
  if (key === null) throw new Discard("unknown_result");
  await expectAttemptsLeft(received, services);
  const product = await services.products.get(key.productId);
  if (product === null) return;
  const row = await services.results.get(key);
  if (row === null) return services.watch.remove(key.productId, [key.externalId]);

  if (!(await reserveTurnOrWait(message, 1, received, services))) return;
  const fetched = await fetchPage(row.sellingUrl, (page, at) => readDetailPage(page, row, at), by, services);
  if (fetched.kind === "no_turn") {
    return waitForTurn(message, { code: "no_turn", seconds: NO_TURN_SECONDS }, received, services);
  }
  await applyPage(product, row, fetched, services, received);
  // Also when nothing has changed: a check that stopped after it had stored the row is repeated.
  await refreshPrices(product, services);
}

async function applyPage(
  product: Product,
  row: CrawlResult,
  fetched: Exclude<PageResult<DetailOutcome>, { kind: "no_turn" }>,
  services: CheckServices,
  received: ReceivedMessage,
): Promise<void> {
  if (fetched.kind === "failed") return handleError(product, row, fetched, services, received);
  const { outcome, at } = fetched;
  if (outcome.kind === "error") return handleError(product, row, outcome, services, received);
  if (outcome.kind === "deleted") return handleDeleted(product, row, at, services);
  if (product.crawl !== null && !isWithinBounds(outcome.item.price, product.crawl)) {
    // As in `inspect`, but at once: the next crawl that reaches the last page may be far away.
    return remove(row, "outside_bounds", services);
  }
  const isNewSale = outcome.item.sellingStatus === SOLD && row.sellingStatus === ON_SALE;
  const lastOnSaleAt = isNewSale ? await readLastSightOnSale(row, services) : null;
  const compare = (known: CrawlResult) => afterDetailPage(known, outcome.item, at, lastOnSaleAt);
  return storeCompared(product, row, compare, { dueAfterMs: CHECK_INTERVAL_MS, at }, services);
}

/**
 * Stores the row that results from a page, and its entry in the watch list. The next crawl makes the notice of a new offer
 * together with those of its own offers, at most five in all.
 *
 * @param compare returns null when nothing changes; it is called again after a write conflict
 * @param dueAfterMs when the page may be requested again, if necessary
 * @param at when the page showed the listing; null when it could not be read, or stated the deletion
 */
async function storeCompared(
  product: Product,
  row: CrawlResult,
  compare: (known: CrawlResult) => CrawlResult | null,
  { dueAfterMs, at }: { readonly dueAfterMs: number; readonly at: Date | null },
  services: CheckServices,
): Promise<void> {
  const { results, watch, clock } = services;
  const { productId, externalId } = row;
  const alerts = await PriceAlerts.open(product, services);
  const dueAt = Math.floor((clock.now().getTime() + clock.wait(dueAfterMs)) / 1_000);
  const seenAt = at === null ? (await watch.get(productId, externalId))?.seenAt : Math.floor(at.getTime() / 1_000);
  let known: CrawlResult | null = row;
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS && known !== null; attempt += 1) {
    const change = compare(known);
    const write = {
      externalId,
      change: change && { before: known, row: change },
      entry: watchEntryOf(change ?? known, dueAt, seenAt),
    };
    if ((await storeRows(productId, [write], { results, watch, alerts })).size === 0) return;
    known = await results.get(row);
  }
  if (known === null) await watch.remove(productId, [externalId]);
  else log.warn("mercari_rows_not_stored", { product_id: productId, rows: 1 });
}

/**
 * The price of a sold listing is kept. The row of a listing on sale is removed when its page has stated the deletion twice
 * and the deletion limit allows it.
 */
async function handleDeleted(product: Product, row: CrawlResult, at: Date, services: CheckServices): Promise<void> {
  const isBelieved =
    row.sellingStatus === ON_SALE && deletionStep(row, at, services.clock.wait(CONFIRM_DELETION_MS)) === "remove";
  if (isBelieved && (await takeDeletion(row, services))) return remove(row, "deleted", services);
  const compare = (known: CrawlResult) => afterDeletion(known, at);
  return storeCompared(product, row, compare, { dueAfterMs: CONFIRM_DELETION_MS, at: null }, services);
}

function afterDeletion(known: CrawlResult, at: Date): CrawlResult | null {
  if (known.sellingStatus === SOLD) return afterDeletionOfSold(known);
  return known.deletedSince === null ? { ...known, deletedSince: at.toISOString() } : null;
}

async function takeDeletion(
  { productId }: CrawlResult,
  { watch, deletionLimit, clock }: CheckServices,
): Promise<boolean> {
  const count = (await watch.listAll(productId)).filter(({ sellingStatus }) => sellingStatus === ON_SALE).length;
  const now = clock.now();
  const hour = Math.floor(now.getTime() / Math.max(1, clock.wait(HOUR_MS)));
  if (await deletionLimit.take(productId, count, String(hour), now)) return true;
  log.error("mercari_deletions_stopped", { product_id: productId, rows_on_sale: count });
  return false;
}

/** When a listing was last seen on sale, ISO 8601 UTC; null if unknown. */
async function readLastSightOnSale(
  { productId, externalId }: CrawlResult,
  { watch }: CheckServices,
): Promise<string | null> {
  const seenAt = (await watch.get(productId, externalId))?.seenAt;
  return seenAt === undefined ? null : new Date(seenAt * 1_000).toISOString();
}

async function remove(
  row: CrawlResult,
  reason: "deleted" | "outside_bounds",
  { results, watch }: CheckServices,
): Promise<void> {
  const { productId, externalId } = row;
  // Another invocation has seen the listing meanwhile: its page is requested again when it is due.
  if (!(await results.delete(row))) return;
  await watch.remove(productId, [externalId]);
  log.info("mercari_result_deleted", { product_id: productId, external_id: externalId, reason });
}

/**
 * An unreadable page changes nothing, but the search for a time of sale ends after a while. A page that may be readable
 * later counts as unreadable only after the last attempt.
 */
async function handleError(
  product: Product,
  row: CrawlResult,
  error: CrawlError,
  services: CheckServices,
  received: ReceivedMessage,
): Promise<void> {
  const failure = error.transient ? await countFailedAttempt(error, received, services) : null;
  if (failure instanceof RetryLater) throw failure;
  const isSettled = !REFUSALS.has(error.errorKind) && (await recordUnreadable(product, row, services));
  // When the search has ended, a redrive would have no effect.
  if (failure !== null && !isSettled) throw failure;
}

/** @returns whether this ends the search for the time of sale */
async function recordUnreadable(product: Product, row: CrawlResult, services: CheckServices): Promise<boolean> {
  const { clock } = services;
  const compare = (known: CrawlResult) => afterUnreadablePage(known, clock.now(), clock.wait(UNREADABLE_MS));
  const change = compare(row);
  if (change === null) return false;
  await storeCompared(product, row, compare, { dueAfterMs: CHECK_INTERVAL_MS, at: null }, services);
  return change.soldOutAt !== null;
}
