import * as z from "zod/mini";
import { PROVIDERS } from "./deck-url.ts";
import type { FetchSubject } from "./stock-table.ts";

/** A message of queue `oembed-fetch`: fetch the metadata of one stock's deck. */
export const fetchMessage = z.object({
  schemaVersion: z.literal(1),
  stockId: z.string(),
  originalUrl: z.string(),
  canonicalUrl: z.string(),
  provider: z.enum(PROVIDERS),
  /** The stock's owner: with `stockId`, its key. */
  userId: z.string(),
  /** The request to fetch that this message belongs to. */
  fetchId: z.string(),
});

export type FetchMessage = z.output<typeof fetchMessage>;

/** The part of a message that says which stock it is about; readable in messages of other versions, too. */
export const fetchMessageSubject = z.object({ stockId: z.string(), userId: z.string(), fetchId: z.string() });

/** The message that asks for a stock's fetch. */
export function fetchMessageOf(stock: FetchSubject): FetchMessage {
  return {
    schemaVersion: 1,
    stockId: stock.id,
    originalUrl: stock.originalUrl,
    canonicalUrl: stock.canonicalUrl,
    provider: stock.provider,
    userId: stock.userId,
    fetchId: stock.fetchId,
  };
}
