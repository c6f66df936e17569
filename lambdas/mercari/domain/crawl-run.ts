import type { CrawlErrorKind } from "./crawl-error.ts";

export interface CrawledPage {
  readonly outcome: "items" | "no_results" | "error";
  readonly errorKind: CrawlErrorKind | null;
  /** Number of listings that were read. */
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
  /** In the site's order. */
  readonly pages: readonly CrawledPage[];
  /** Number of the site's pages before these, which earlier crawls have read. */
  readonly pagesBefore: number;
  /** Whether one crawl read all pages from the first one, and every card of each. */
  readonly complete: boolean;
  /** Whether the last page is the site's last page, and not only the last one that a crawl may read. */
  readonly reachedEnd: boolean;
  /**
   * `queued`: the crawl ran out of time while it read pages or removed rows, or the search was changed during the crawl; the
   * next crawl is requested.
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
