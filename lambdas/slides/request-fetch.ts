import { errorFields, log } from "../shared/log.ts";
import { RECONCILE_GRACE_MS } from "../shared/reconcile.ts";
import { fetchMessageOf } from "./fetch-message.ts";
import type { SlidesServices } from "./services.ts";
import type { FetchRequest, Stock } from "./stock.ts";

/** A fresh request to fetch, now. */
export function newFetchRequest({ clock, newId }: Pick<SlidesServices, "clock" | "newId">): FetchRequest {
  return { fetchId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/**
 * Sends the message for a stock that is pending in the table already.
 *
 * A queue that does not take it is no reason to refuse: the stock is safe in the table, and the reconcile schedule
 * sends what the queue never got. An alarm counts the log line.
 */
export async function sendFetch(
  stock: Stock,
  correlationId: string,
  { fetchQueue }: Pick<SlidesServices, "fetchQueue">,
) {
  try {
    await fetchQueue.send(fetchMessageOf(stock), correlationId);
  } catch (error) {
    log.error("send_left_to_reconcile", {
      queue: "oembed-fetch",
      correlation_id: correlationId,
      ...errorFields(error),
    });
  }
}
