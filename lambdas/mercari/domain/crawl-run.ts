import type { ErrorKind, PageError } from "../readers/page-error.ts";

/**
 * Why a crawl or a page came to nothing: what the page was (lambdas/mercari/readers/page-error.ts), or `unreachable` (no
 * whole answer came), `breaker_open` (the site has refused us, and is left alone), `robots_forbidden`,
 * `robots_unavailable` (its robots.txt could not be read), `lost` (another crawl took the lease over, or the product was deleted).
 */
export type CrawlErrorKind =
  | ErrorKind
  | "unreachable"
  | "breaker_open"
  | "robots_forbidden"
  | "robots_unavailable"
  | "lost";

/** Why a crawl or a page came to nothing. One that does not pass is left to the next hour's crawl, or to people. */
export interface CrawlError extends Pick<PageError, "transient" | "retryAfterSeconds"> {
  readonly errorKind: CrawlErrorKind;
}

/** A permanent error: no retry soon will cure it. */
export function permanentError(errorKind: CrawlErrorKind): CrawlError {
  return { errorKind, transient: false, retryAfterSeconds: null };
}

/** What one page of a crawl came to. */
export interface CrawledPage {
  readonly outcome: "items" | "no_results" | "error";
  readonly errorKind: CrawlErrorKind | null;
  /** Listings that were read. */
  readonly items: number;
  readonly auctions: number;
  readonly unparsedCells: number;
  readonly placeholderCells: number;
  /** Whether every card of the page was read. */
  readonly complete: boolean;
  readonly layout: "A" | "B" | "mixed" | null;
}

/** One crawl of a product's search. Times are ISO 8601 UTC. */
export interface CrawlRun {
  readonly id: string;
  readonly productId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** In the order of the site. */
  readonly pages: readonly CrawledPage[];
  /** Pages of the site before these, which the crawls before this one have read. */
  readonly pagesBefore: number;
  /** Whether all of its pages were read in one go from the first, and every card of them. */
  readonly complete: boolean;
  /** Whether its last page was the site's last one, and not only the last that one crawl may read. */
  readonly reachedEnd: boolean;
  /**
   * `queued`: its time was over, for pages or for what was to be removed, or something else is searched for now; another is
   * asked for.
   */
  readonly outcome: "items" | "no_results" | "error" | "queued";
  readonly errorKind: CrawlErrorKind | null;
  /** Rows that are new or have changed. */
  readonly upserted: number;
  readonly unchanged: number;
  /** Rows that no longer fit the setting. */
  readonly deleted: number;
  /** Listings whose detail check was requested. */
  readonly queuedDetails: number;
}
