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
import type { CrawledRows } from "./stored-page.ts";
import { noRowsYet, storePage, storeRest, WatchedRows } from "./stored-page.ts";

/** A search is read whole at first, so far as a crawl may go; afterwards what is new stands on the first pages. */
const FIRST_PAGES = 50;
const LATER_PAGES = 3;

/** Pages that one crawl of a product may read. */
export function pageLimit({ seenWhole }: Pick<Product, "seenWhole">): number {
  return seenWhole ? LATER_PAGES : FIRST_PAGES;
}

/** What the reading of a search's pages comes to. */
interface Walk extends Pick<CrawlRun, "complete" | "reachedEnd" | "outcome"> {
  readonly pages: readonly CrawledPage[];
  readonly error: CrawlError | null;
  /** Where it ran out of time, if it was to read all pages. */
  readonly reached: CrawlPlace | null;
}

/** A crawl that is over; what its error says of another try, and where it stopped, is not in its record. */
export type EndedCrawl = CrawlRun &
  Pick<Walk, "error" | "reached"> & {
    /** Sold rows whose time of sale is still to be found. */
    readonly undated: number;
  };

/**
 * Crawls a product whose lease is taken: page after page; then `inspect`; then the listings whose own pages are to be
 * looked at. A listing that several pages show is written once, as the latest of them has it. Whatever comes to an end too
 * early keeps what its pages showed and concludes nothing from what they did not; nor does a crawl that goes on where
 * another's time ran out. A killed worker loses the last pages it read: its message is received again, and reads them.
 *
 * @param product its `reached`: where this crawl goes on, null for one that begins at the first page
 * @param by when its time is over
 * @returns what it came to, and where the next may go on
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
  const rows = noRowsYet(product, await WatchedRows.of(product.id, watch));
  /** Writes what was kept, while the product is this crawl's: minutes may have passed since the last page. */
  async function end(): ReturnType<typeof stateOf> {
    const state = await stateOf(product, crawlLease, products);
    if (state !== "lost") await storeRest(rows, services);
    return state;
  }
  const read = await walkPages(product, crawlLease, by, rows, services).catch(async (failure: unknown) => {
    await end();
    throw failure;
  });
  const state = await end();
  const { error, reached, ...walked } = state === "lost" ? lost(read.pages) : read;
  const { removed, isDone } =
    walked.complete && walked.reachedEnd && state === "current"
      ? await inspect(product, by, rows, services)
      : { removed: 0, isDone: true };
  const walk = isDone ? walked : { ...walked, complete: false, outcome: "queued" as const };
  const queuedDetails = await requestDetailChecks(product, { ...begin, ...walk }, rows, services, correlationId);
  const run: CrawlRun = {
    ...begin,
    ...walk,
    errorKind: error?.errorKind ?? null,
    pagesBefore: product.reached?.pagesBefore ?? 0,
    finishedAt: clock.now().toISOString(),
    upserted: rows.upserted.size,
    unchanged: rows.before.size - rows.upserted.size,
    deleted: removed,
    queuedDetails,
  };
  // Of a product that has gone no record is left.
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

async function walkPages(
  product: CrawledProduct,
  crawlLease: CrawlLease,
  by: Date,
  rows: CrawledRows,
  services: CrawlServices,
): Promise<Walk> {
  const pages: CrawledPage[] = [];
  const pagesBefore = product.reached?.pagesBefore ?? 0;
  let { reached } = product;
  const failed = (error: CrawlError): Walk => ({
    pages: NOT_ASKED.has(error.errorKind) ? pages : [...pages, pageWithError(error.errorKind)],
    complete: false,
    reachedEnd: false,
    outcome: "error",
    error,
    reached: null,
  });
  const queued = (): Walk => ({
    pages,
    complete: false,
    reachedEnd: false,
    outcome: "queued",
    error: null,
    reached: product.seenWhole ? null : reached,
  });
  const ended = (reachedEnd: boolean): Walk => ({
    pages,
    complete: product.reached === null && pages.every(({ complete }) => complete),
    reachedEnd,
    // That nothing stands any more where another crawl stopped does not say that nothing was found.
    outcome: product.reached === null ? (pages[0]?.outcome ?? "items") : "items",
    error: null,
    reached: null,
  });

  const asked = new Set<string>();
  for (let token = reached?.pageToken ?? null; ; ) {
    const answer: PageResult<SearchOutcome> = await fetchPage(
      searchUrl(product.crawl, token),
      readSearchPage,
      by,
      services,
    );
    if (answer.kind === "no_turn") return queued();
    if (answer.kind === "failed") return failed(answer);
    const outcome: SearchOutcome = answer.outcome;
    if (outcome.kind === "error") return failed(outcome);
    // Minutes may have passed between request and answer.
    const state = await stateOf(product, crawlLease, services.products);
    if (state === "lost") return lost(pages);
    // The next crawl reads the new search from its first page.
    if (state === "other_search") return queued();
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
    // There is a next page, and no way to it: nothing is known of what stands there.
    if (token === null) return { ...ended(false), complete: false };
    if (asked.has(token) || pagesBefore + pages.length >= pageLimit(product)) return ended(false);
    asked.add(token);
  }
}

/** A crawl whose product is another's now. */
function lost(pages: readonly CrawledPage[]): Walk {
  return {
    pages,
    complete: false,
    reachedEnd: false,
    outcome: "error",
    error: permanentError("lost"),
    reached: null,
  };
}

/**
 * Whether a crawl may still write for its product: `lost` when another crawl has taken the product over, or the product
 * was deleted; `other_search` when what is searched for has changed since the crawl began.
 */
async function stateOf(
  { id, searches }: Pick<Product, "id" | "searches">,
  { holder }: CrawlLease,
  products: ProductTable,
): Promise<"current" | "other_search" | "lost"> {
  const stored = await products.get(id);
  if (stored?.lease?.holder !== holder) return "lost";
  return stored.searches === searches ? "current" : "other_search";
}

/** Errors that came before the page was asked for, or have nothing to do with it. */
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
