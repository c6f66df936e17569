import * as z from "zod/mini";
import type { Clock } from "../shared/clock.ts";
import type { Queue } from "../shared/work/queue.ts";
import { sendOrLeave } from "../shared/work/queue.ts";
import { RECONCILE_GRACE_MS } from "../shared/work/reconcile.ts";
import { PROVIDERS } from "./deck-url.ts";
import type { FetchRequest, Stock } from "./stock.ts";
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

/** The fields that identify a message's stock. They can be parsed in messages of other schema versions, too. */
export const fetchMessageSubject = z.object({ stockId: z.string(), userId: z.string(), fetchId: z.string() });

/** The message that requests the fetch of a stock. */
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

/** The services of a request for a fetch. */
export interface FetchRequester {
  readonly fetchQueue: Queue<FetchMessage>;
  readonly clock: Clock;
  /** Returns a new random id. */
  readonly newId: () => string;
}

/** A new request to fetch, made now. */
export function newFetchRequest({ clock, newId }: Pick<FetchRequester, "clock" | "newId">): FetchRequest {
  return { fetchId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/**
 * Sends the message for a stock that the table already has as pending. If the queue does not accept it, reconcile sends it.
 */
export async function sendFetch(
  stock: Stock,
  correlationId: string,
  { fetchQueue }: Pick<FetchRequester, "fetchQueue">,
) {
  await sendOrLeave(fetchQueue, "oembed-fetch", fetchMessageOf(stock), correlationId);
}
