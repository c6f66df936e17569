import * as z from "zod/mini";
import type { ResultKey } from "../domain/crawl-result.ts";
import { resultId } from "../domain/crawl-result.ts";

/** A message that is sent by hand, or was sent before there were versions, has none. */
const schemaVersion = z._default(z.literal(1), 1);

/** A message of queue `mercari-crawl`: crawl a product's search, or look at one listing's own page. */
export const mercariMessage = z.discriminatedUnion("type", [
  z.object({ schemaVersion, type: z.literal("listCrawl"), productId: z.string() }),
  z.object({ schemaVersion, type: z.literal("syncDetail"), mercariCrawlResultId: z.string() }),
]);

export type MercariMessage = z.output<typeof mercariMessage>;
export type ListCrawl = Extract<MercariMessage, { type: "listCrawl" }>;
export type SyncDetail = Extract<MercariMessage, { type: "syncDetail" }>;

export function listCrawlOf(productId: string): ListCrawl {
  return { schemaVersion: 1, type: "listCrawl", productId };
}

/** @param row whose own page is to be looked at */
export function syncDetailOf(row: ResultKey): SyncDetail {
  return { schemaVersion: 1, type: "syncDetail", mercariCrawlResultId: resultId(row) };
}
