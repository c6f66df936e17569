import * as z from "zod/mini";
import type { CrawlErrorKind } from "../domain/crawl-error.ts";
import type { CrawledPage, CrawlRun } from "../domain/crawl-run.ts";

/** All kinds of error: the compiler compares this list with the type. */
const ERROR_KINDS = Object.keys({
  blocked: true,
  rate_limited: true,
  http_error: true,
  not_rendered: true,
  truncated: true,
  unrecognized: true,
  unreachable: true,
  breaker_open: true,
  robots_forbidden: true,
  robots_unavailable: true,
  lost: true,
} satisfies Record<CrawlErrorKind, true>) as [CrawlErrorKind, ...CrawlErrorKind[]];

export const errorKind = z.enum(ERROR_KINDS);
export const crawlOutcome = z.enum(["items", "no_results", "error", "queued"]);

export const executedCrawlSchema = z.object({
  product_id: z.string(),
  /** How many pages were requested. */
  pages: z.int(),
  /** Whether all of its pages were read, and every card of them. */
  complete: z.boolean(),
  /** Rows that are new or have changed. */
  upserted: z.int(),
  unchanged: z.int(),
  /** Rows that no longer fit the setting. */
  deleted: z.int(),
  /** Listings whose detail check was requested. */
  queued_details: z.int(),
  /** `queued`: there was no time for the crawl, or not for all of it; a message crawls the product from page 1. */
  outcome: crawlOutcome,
  error_kind: z.optional(errorKind),
});

const crawledPageSchema = z.object({
  /** From 1, in the site's order. */
  page: z.int(),
  outcome: z.enum(["items", "no_results", "error"]),
  error_kind: z.nullable(errorKind),
  items: z.int(),
  auctions: z.int(),
  unparsed_cells: z.int(),
  placeholder_cells: z.int(),
  complete: z.boolean(),
  layout: z.nullable(z.enum(["A", "B", "mixed"])),
});

export const crawlRunSchema = z.object({
  id: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  outcome: crawlOutcome,
  error_kind: z.nullable(errorKind),
  complete: z.boolean(),
  pages: z.array(crawledPageSchema),
  upserted: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
  queued_details: z.int(),
});

export function executedCrawlAnswer(run: CrawlRun): z.output<typeof executedCrawlSchema> {
  return {
    product_id: run.productId,
    pages: run.pages.length,
    complete: run.complete,
    upserted: run.upserted,
    unchanged: run.unchanged,
    deleted: run.deleted,
    queued_details: run.queuedDetails,
    outcome: run.outcome,
    ...(run.errorKind === null ? {} : { error_kind: run.errorKind }),
  };
}

/** The answer for a crawl for which no time was left. */
export function queuedCrawlAnswer(productId: string): z.output<typeof executedCrawlSchema> {
  return {
    product_id: productId,
    pages: 0,
    complete: false,
    upserted: 0,
    unchanged: 0,
    deleted: 0,
    queued_details: 0,
    outcome: "queued",
  };
}

export function crawlRunAnswer(run: CrawlRun): z.output<typeof crawlRunSchema> {
  return {
    id: run.id,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    outcome: run.outcome,
    error_kind: run.errorKind,
    complete: run.complete,
    pages: run.pages.map((page, index) => crawledPageAnswer(page, run.pagesBefore + index)),
    upserted: run.upserted,
    unchanged: run.unchanged,
    deleted: run.deleted,
    queued_details: run.queuedDetails,
  };
}

function crawledPageAnswer(page: CrawledPage, index: number): z.output<typeof crawledPageSchema> {
  return {
    page: index + 1,
    outcome: page.outcome,
    error_kind: page.errorKind,
    items: page.items,
    auctions: page.auctions,
    unparsed_cells: page.unparsedCells,
    placeholder_cells: page.placeholderCells,
    complete: page.complete,
    layout: page.layout,
  };
}
