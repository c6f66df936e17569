import { sendOrLeave } from "../shared/work/queue.ts";
import { RECONCILE_GRACE_MS } from "../shared/work/reconcile.ts";
import { fetchMessageOf } from "./fetch-message.ts";
import type { SlidesServices } from "./services.ts";
import type { FetchRequest, Stock } from "./stock.ts";

/** A fresh request to fetch, now. */
export function newFetchRequest({ clock, newId }: Pick<SlidesServices, "clock" | "newId">): FetchRequest {
  return { fetchId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/** Sends the message for a stock that is pending in the table already; reconcile sends what the queue does not take. */
export async function sendFetch(
  stock: Stock,
  correlationId: string,
  { fetchQueue }: Pick<SlidesServices, "fetchQueue">,
) {
  await sendOrLeave(fetchQueue, "oembed-fetch", fetchMessageOf(stock), correlationId);
}
