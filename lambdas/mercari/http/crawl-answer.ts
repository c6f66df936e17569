import * as z from "zod/mini";
import { bodyOf } from "../../shared/http/body-of.ts";
import type { CrawlErrorKind } from "../domain/crawl-error.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";

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
  return bodyOf(executedCrawlSchema, { ...run, pages: run.pages.length, errorKind: run.errorKind ?? undefined });
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
  const pages = run.pages.map((page, index) => ({ ...page, page: run.pagesBefore + index + 1 }));
  return bodyOf(crawlRunSchema, { ...run, pages });
}
