import * as z from "zod/mini";
import { PROVIDERS } from "./providers.ts";
import type { Stock } from "./stock.ts";

/** A message of queue `oembed-fetch`: fetch the metadata of one stock's deck. */
export const fetchMessage = z.object({
  schemaVersion: z.literal(1),
  stockId: z.string(),
  originalUrl: z.string(),
  canonicalUrl: z.string(),
  provider: z.enum(PROVIDERS),
  /** The stock's owner: with `stockId`, its key. */
  userId: z.string(),
  fetchId: z.string(),
});

export type FetchMessage = z.output<typeof fetchMessage>;

/** The stock of a message, and its request to fetch; messages of other schema versions can be parsed, too. */
export const fetchMessageSubject = z.pipe(
  z.object({ stockId: z.string(), userId: z.string(), fetchId: z.string() }),
  z.transform(({ userId, stockId, fetchId }) => ({ userId, id: stockId, workId: fetchId })),
);

/** The fields of a stock that its message needs. */
export type FetchSubject = Pick<Stock, "userId" | "id" | "provider" | "originalUrl" | "canonicalUrl" | "workId">;

export function fetchMessageOf(stock: FetchSubject): FetchMessage {
  return {
    schemaVersion: 1,
    stockId: stock.id,
    originalUrl: stock.originalUrl,
    canonicalUrl: stock.canonicalUrl,
    provider: stock.provider,
    userId: stock.userId,
    fetchId: stock.workId,
  };
}
