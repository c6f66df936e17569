import * as z from "zod/mini";
import type { ResultKey } from "../domain/crawl-result.ts";
import { resultId } from "../domain/crawl-result.ts";

/** A message of queue `mercari-crawl`: crawl a product's search, or look at one listing's own page. */
export const mercariMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("listCrawl"), productId: z.string() }),
  z.object({ type: z.literal("syncDetail"), mercariCrawlResultId: z.string() }),
]);

export type MercariMessage = z.output<typeof mercariMessage>;
export type ListCrawl = Extract<MercariMessage, { type: "listCrawl" }>;
export type SyncDetail = Extract<MercariMessage, { type: "syncDetail" }>;

export function listCrawlOf(productId: string): ListCrawl {
  return { type: "listCrawl", productId };
}

/** @param row whose own page is to be looked at */
export function syncDetailOf(row: ResultKey): SyncDetail {
  return { type: "syncDetail", mercariCrawlResultId: resultId(row) };
}
