import type { CrawlError, CrawlErrorKind } from "../domain/crawl-error.ts";
import { permanentError } from "../domain/crawl-error.ts";
import type { CrawledPage, CrawlRun } from "../domain/crawl-run.ts";
import type { CrawledProduct, CrawlPlace } from "../domain/product.ts";
import { pageLimit } from "../domain/product.ts";
import { searchUrl } from "../domain/search-url.ts";
import type { PageFetchServices, PageResult } from "../fetch/fetch-page.ts";
import { fetchPage } from "../fetch/fetch-page.ts";
import type { FoundItems, SearchOutcome } from "../readers/search-page.ts";
import { readSearchPage } from "../readers/search-page.ts";
import type { ListingsPage } from "./listing-ledger.ts";

/**
 * Whether a crawl may still write for its product: `lost` when another crawl has taken the lease over, or the product was
 * deleted; `other_search` when the search has changed since the crawl began.
 */
export type CrawlState = "current" | "other_search" | "lost";

/** How the reading of a search's pages ended. */
export interface PagesEnd extends Pick<CrawlRun, "pages" | "complete" | "reachedEnd" | "outcome"> {
  readonly error: CrawlError | null;
  /** Where it ran out of time, if it was reading all pages. */
  readonly reached: CrawlPlace | null;
  /** The state after the last request. */
  readonly state: CrawlState;
}

/**
 * Reads the pages of a product's search, one after the other, from the first one or from the place that an earlier crawl
 * reached.
 *
 * @param stateNow the crawl's state, asked after each page: minutes may pass between request and response
 * @param by when the crawl's time is over
 * @returns yields what each page shows, and ends with the outcome of all
 */
export async function* readPages(
  product: CrawledProduct,
  stateNow: () => Promise<CrawlState>,
  by: Date,
  services: PageFetchServices,
): AsyncGenerator<ListingsPage, PagesEnd> {
  const pages: CrawledPage[] = [];
  const resumedAt = product.reached;
  const pagesBefore = resumedAt?.pagesBefore ?? 0;
  const requestedTokens = new Set<string>();
  let reached = resumedAt;
  const end = (changes: Partial<PagesEnd>): PagesEnd => {
    const nothing = { complete: false, reachedEnd: false, error: null, reached: null, state: "current" } as const;
    return { pages, outcome: "error", ...nothing, ...changes };
  };
  const ended = (reachedEnd: boolean): PagesEnd =>
    end({
      complete: resumedAt === null && pages.every(({ complete }) => complete),
      reachedEnd,
      // An empty page at the place where a crawl resumes does not mean that the search has no results.
      outcome: resumedAt === null ? (pages[0]?.outcome ?? "items") : "items",
    });

  for (let token = resumedAt?.pageToken ?? null; ; ) {
    const answer: PageResult<SearchOutcome> = await fetchPage(
      searchUrl(product.crawl, token),
      readSearchPage,
      by,
      services,
    );
    const state = await stateNow();
    if (state === "lost") return end({ error: permanentError("lost"), state });
    const error = errorOf(answer);
    if (error !== null) {
      if (!NOT_ASKED.has(error.errorKind)) pages.push(pageWithError(error.errorKind));
      return end({ error, state });
    }
    // After a change of the search, the next crawl reads the new one from its first page.
    if (answer.kind !== "read" || state === "other_search") {
      return end({ outcome: "queued", reached: product.seenWhole ? null : reached, state });
    }
    if (answer.outcome.kind !== "items") {
      pages.push(NO_RESULTS);
      return ended(true);
    }
    const { items: listings, isLastPage, nextPageToken } = answer.outcome;
    yield { listings, at: answer.at };
    pages.push(pageWithItems(answer.outcome));
    if (token !== null) {
      reached = { pageToken: token, pagesBefore: pagesBefore + pages.length - 1, searches: product.searches };
    }
    if (isLastPage) return ended(true);
    token = nextPageToken;
    // The link to the next page can't be read, so that the rest of the search is unknown.
    if (token === null) return { ...ended(false), complete: false };
    if (requestedTokens.has(token) || pagesBefore + pages.length >= pageLimit(product)) return ended(false);
    requestedTokens.add(token);
  }
}

/** The error of a request or of the page's reader. */
function errorOf(answer: PageResult<SearchOutcome>): CrawlError | null {
  if (answer.kind === "failed") return answer;
  return answer.kind === "read" && answer.outcome.kind === "error" ? answer.outcome : null;
}

/** Errors that happen before a page is requested, or are not about the page. */
const NOT_ASKED: ReadonlySet<CrawlErrorKind> = new Set(["breaker_open", "robots_forbidden", "robots_unavailable"]);

const NOTHING_READ = { items: 0, auctions: 0, unparsedCells: 0, placeholderCells: 0, layout: null };
const NO_RESULTS: CrawledPage = { ...NOTHING_READ, outcome: "no_results", errorKind: null, complete: true };

function pageWithError(errorKind: CrawlErrorKind): CrawledPage {
  return { ...NOTHING_READ, outcome: "error", errorKind, complete: false };
}

function pageWithItems({
  items,
  auctionIds,
  unparsedCells,
  placeholderCells,
  complete,
  layout,
}: FoundItems): CrawledPage {
  const counts = { items: items.length, auctions: auctionIds.length, unparsedCells, placeholderCells };
  return { ...counts, outcome: "items", errorKind: null, complete, layout };
}
