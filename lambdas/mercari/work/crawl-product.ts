import { log } from "../../shared/log.ts";
import type { CrawlError, CrawlErrorKind } from "../domain/crawl-error.ts";
import { permanentError } from "../domain/crawl-error.ts";
import type { CrawledPage, CrawlRun } from "../domain/crawl-run.ts";
import type { CrawledProduct, CrawlPlace, Product } from "../domain/product.ts";
import { undated } from "../domain/watch-list.ts";
import type { PageResult } from "../fetch/fetch-page.ts";
import { fetchPage } from "../fetch/fetch-page.ts";
import type { FoundItems, SearchOutcome } from "../readers/search-page.ts";
import { readSearchPage, searchUrl } from "../readers/search-page.ts";
import type { CrawlLease, ProductTable } from "../tables/product-table.ts";
import { inspect, requestDetailChecks } from "./conclude-crawl.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { makeOfferNotices, offerJudge } from "./price-offers.ts";
import type { CrawledRows } from "./stored-page.ts";
import { noRowsYet, seenRows, storePage, storeRest, WatchedRows } from "./stored-page.ts";

/** The first crawls read the whole search, up to this limit. Later, new listings are on the first pages. */
const FIRST_PAGES = 50;
export const LATER_PAGES = 3;

/** The number of pages that one crawl of a product may read. */
export function pageLimit({ seenWhole }: Pick<Product, "seenWhole">): number {
  return seenWhole ? LATER_PAGES : FIRST_PAGES;
}

/**
 * Whether a crawl may still write for its product: `lost` when another crawl has taken the lease over, or the product was
 * deleted; `other_search` when the search has changed since the crawl began.
 */
type CrawlState = "current" | "other_search" | "lost";

/** The result of reading a search's pages. */
interface Walk extends Pick<CrawlRun, "complete" | "reachedEnd" | "outcome"> {
  readonly pages: readonly CrawledPage[];
  readonly error: CrawlError | null;
  /** Where it ran out of time, if it was reading all pages. */
  readonly reached: CrawlPlace | null;
  /** After the last request. */
  readonly state: CrawlState;
}

/** A finished crawl. The retry information of its error and its place are not part of its record. */
export type EndedCrawl = CrawlRun &
  Pick<Walk, "error" | "reached"> & {
    /** Sold rows without a time of sale. */
    readonly undated: number;
  };

/**
 * Crawls a product whose lease is taken: page after page; then `inspect`; then it requests detail checks. A listing on
 * several pages is written once, with the fields of the latest one. A crawl that ends too early stores what its pages showed
 * and concludes nothing from missing listings; the same applies to a crawl that resumes where another one ran out of time. A
 * killed worker loses its last pages: its message is received again, and reads them.
 *
 * @param product its `reached`: where this crawl resumes, null for one that begins at the first page
 * @param by when its time is over
 * @returns the result, and where the next crawl may resume
 */
export async function crawlProduct(
  product: CrawledProduct,
  crawlLease: CrawlLease,
  by: Date,
  services: CrawlServices,
  correlationId: string,
): Promise<EndedCrawl> {
  const { clock, products, runs, newId, watch } = services;
  const begin = { id: newId(), productId: product.id, startedAt: clock.now().toISOString() };
  const judge = await offerJudge(product, () => watch.all(product.id), services.offers);
  const rows = noRowsYet(product, new WatchedRows(product.id, watch), judge);
  const stateNow = () => stateOf(product, crawlLease, products);
  const { error, reached, state, ...walked } = await walkPages(product, stateNow, by, rows, services).catch(
    async (failure: unknown) => {
      if ((await stateNow()) !== "lost") await storeRest(rows, services);
      throw failure;
    },
  );
  await rows.watched.load();
  if (state !== "lost") await storeRest(rows, services);
  const { removed, isDone } =
    walked.complete && walked.reachedEnd && state === "current"
      ? await inspect(product, by, rows, services, async () => (await stateNow()) === "current")
      : { removed: 0, isDone: true };
  const walk = isDone ? walked : { ...walked, complete: false, outcome: "queued" as const };
  const queuedDetails = await requestDetailChecks(product, { ...begin, ...walk }, rows, services, correlationId);
  const pagesBefore = product.reached?.pagesBefore ?? 0;
  if (rows.judge !== null && state !== "lost") {
    const isWhole = isWholeSearch(product, { ...walk, pagesBefore });
    await makeOfferNotices(product, rows.judge, { isFirst: !product.seenWhole, isWhole }, rows.watched.all(), services);
  }
  const run: CrawlRun = {
    ...begin,
    ...walk,
    errorKind: error?.errorKind ?? null,
    pagesBefore,
    finishedAt: clock.now().toISOString(),
    upserted: rows.upserted.size,
    unchanged: seenRows(rows) - rows.upserted.size,
    deleted: removed,
    queuedDetails,
  };
  // No record is stored for a deleted product.
  if (run.errorKind !== "lost" || (await products.get(product.id)) !== null) await runs.put(run);
  log.info("mercari_crawled", {
    product_id: product.id,
    run_id: run.id,
    correlation_id: correlationId,
    pages: run.pages.length,
    outcome: run.outcome,
    error_kind: run.errorKind,
    complete: run.complete,
    upserted: run.upserted,
    unchanged: run.unchanged,
    deleted: run.deleted,
    queued_details: run.queuedDetails,
  });
  return { ...run, error, reached, undated: undated(rows.watched.all()).length };
}

/** Whether a crawl, with those before it whose place it continued at, has read every page that one may read. */
export function isWholeSearch(
  product: Pick<Product, "seenWhole">,
  { outcome, reachedEnd, pagesBefore, pages }: Pick<CrawlRun, "outcome" | "reachedEnd" | "pagesBefore" | "pages">,
): boolean {
  return outcome !== "error" && (reachedEnd || pagesBefore + pages.length >= pageLimit(product));
}

async function walkPages(
  product: CrawledProduct,
  stateNow: () => Promise<CrawlState>,
  by: Date,
  rows: CrawledRows,
  services: CrawlServices,
): Promise<Walk> {
  const pages: CrawledPage[] = [];
  const pagesBefore = product.reached?.pagesBefore ?? 0;
  let { reached } = product;
  const failed = (error: CrawlError, state: CrawlState): Walk => ({
    pages: NOT_ASKED.has(error.errorKind) ? pages : [...pages, pageWithError(error.errorKind)],
    complete: false,
    reachedEnd: false,
    outcome: "error",
    error,
    reached: null,
    state,
  });
  const queued = (state: CrawlState): Walk => ({
    pages,
    complete: false,
    reachedEnd: false,
    outcome: "queued",
    error: null,
    reached: product.seenWhole ? null : reached,
    state,
  });
  const ended = (reachedEnd: boolean): Walk => ({
    pages,
    complete: product.reached === null && pages.every(({ complete }) => complete),
    reachedEnd,
    // An empty page at the place where a crawl resumes does not mean that the search has no results.
    outcome: product.reached === null ? (pages[0]?.outcome ?? "items") : "items",
    error: null,
    reached: null,
    state: "current",
  });

  const requestedTokens = new Set<string>();
  for (let token = reached?.pageToken ?? null; ; ) {
    const answer: PageResult<SearchOutcome> = await fetchPage(
      searchUrl(product.crawl, token),
      readSearchPage,
      by,
      services,
    );
    // Minutes may have passed between request and response, and the rest is written even if there is no page.
    const state = await stateNow();
    if (state === "lost") return lost(pages);
    if (answer.kind === "no_turn") return queued(state);
    if (answer.kind === "failed") return failed(answer, state);
    const outcome: SearchOutcome = answer.outcome;
    if (outcome.kind === "error") return failed(outcome, state);
    // The next crawl reads the new search from its first page.
    if (state === "other_search") return queued(state);
    if (outcome.kind === "no_results") {
      pages.push(NO_RESULTS);
      return ended(true);
    }
    await storePage(outcome.items, answer.at, rows, services);
    pages.push(pageWithItems(outcome));
    if (token !== null) {
      reached = { pageToken: token, pagesBefore: pagesBefore + pages.length - 1, searches: product.searches };
    }
    if (outcome.isLastPage) return ended(true);
    token = outcome.nextPageToken;
    // The link to the next page can't be read: the rest of the search is unknown.
    if (token === null) return { ...ended(false), complete: false };
    if (requestedTokens.has(token) || pagesBefore + pages.length >= pageLimit(product)) return ended(false);
    requestedTokens.add(token);
  }
}

/** A crawl that lost its product's lease. */
function lost(pages: readonly CrawledPage[]): Walk {
  return {
    pages,
    complete: false,
    reachedEnd: false,
    outcome: "error",
    error: permanentError("lost"),
    reached: null,
    state: "lost",
  };
}

async function stateOf(
  { id, searches }: Pick<Product, "id" | "searches">,
  { holder }: CrawlLease,
  products: ProductTable,
): Promise<CrawlState> {
  const stored = await products.get(id);
  if (stored?.lease?.holder !== holder) return "lost";
  return stored.searches === searches ? "current" : "other_search";
}

/** Errors that happen before a page is requested, or are not about the page. */
const NOT_ASKED: ReadonlySet<CrawlErrorKind> = new Set(["breaker_open", "robots_forbidden", "robots_unavailable"]);

const NOTHING_READ = { items: 0, auctions: 0, unparsedCells: 0, placeholderCells: 0, layout: null };
const NO_RESULTS: CrawledPage = { ...NOTHING_READ, outcome: "no_results", errorKind: null, complete: true };

function pageWithError(errorKind: CrawlErrorKind): CrawledPage {
  return { ...NOTHING_READ, outcome: "error", errorKind, complete: false };
}

function pageWithItems(page: FoundItems): CrawledPage {
  return {
    outcome: "items",
    errorKind: null,
    items: page.items.length,
    auctions: page.auctionIds.length,
    unparsedCells: page.unparsedCells,
    placeholderCells: page.placeholderCells,
    complete: page.complete,
    layout: page.layout,
  };
}
