import * as z from "zod/mini";
import type { Clock } from "../../shared/clock.ts";
import { bodyOf } from "../../shared/http/body-of.ts";
import type { Product } from "../domain/product.ts";
import { nextCrawlAt } from "../domain/product.ts";
import { searchUrl } from "../domain/search-url.ts";
import { verdictOf } from "../domain/verdict.ts";
import { crawlOutcome, errorKind } from "./crawl-answer.ts";
import { verdictSchema } from "./verdict-answer.ts";

/** A search on Mercari, in an answer. Limits in whole yen. */
const crawlSettingSchema = z.object({
  keyword: z.string(),
  exclude_keyword: z.nullable(z.string()),
  category_id: z.nullable(z.int()),
  /** Mercari's item conditions from 1, new, to 6, poor; null: all. */
  item_condition_ids: z.nullable(z.array(z.int())),
  min_price: z.nullable(z.int()),
  max_price: z.nullable(z.int()),
  enabled: z.boolean(),
});

export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: prices are not watched. */
  crawl: z.nullable(crawlSettingSchema),
  /** The address of the first page that a crawl reads; null without a search. */
  search_url: z.nullable(z.string()),
  /** The conditions of a price alert, in whole yen; null: no alert. */
  alert: z.nullable(z.object({ below: z.nullable(z.int()), new_lowest: z.boolean() })),
  /** The last finished crawl, which shows how old the prices are. Null before the first. */
  last_crawl: z.nullable(
    z.object({
      finished_at: z.iso.datetime(),
      outcome: crawlOutcome,
      error_kind: z.nullable(errorKind),
      /** Whether all of its pages were read, and every card of them. */
      complete: z.boolean(),
    }),
  ),
  /** Whether the cheapest offer is good. Null when nothing is on sale, and before the first crawl. */
  verdict: z.nullable(verdictSchema),
  /** When the schedule requests the next crawl; null when it does not crawl the product. */
  next_crawl_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const HOUR_MS = 3_600_000;

export function productAnswer(product: Product, clock: Clock): z.output<typeof productSchema> {
  const { crawl } = product;
  const now = clock.now();
  return bodyOf(productSchema, {
    ...product,
    searchUrl: crawl && searchUrl(crawl, null),
    verdict: verdictOf(product, now),
    nextCrawlAt: nextCrawlAt(product, now, Math.max(1, clock.wait(HOUR_MS)))?.toISOString() ?? null,
  });
}
