import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { endFetch } from "./end-fetch.ts";
import type { FetchMessage } from "./request-fetch.ts";
import { fetchMessageOf } from "./request-fetch.ts";
import { StockTable } from "./stock-table.ts";

/** The overdue stocks. */
export function reconcilableStocks(stocks: StockTable, queue: Queue<FetchMessage>, clock: Clock): Reconcilable {
  return reconcilable({
    things: "stocks",
    table: stocks,
    queue,
    toMessage: fetchMessageOf,
    giveUp: (stock, code) => endFetch(stocks, stock, stock, code, clock.now()),
    clock,
  });
}

/** The slides feature's part in reconcile. */
export const slidesReconcile = reconcilePart(
  { STOCKS_TABLE: text, OEMBED_FETCH_QUEUE_URL: text },
  (env, { tables, queues, clock }) => [
    reconcilableStocks(new StockTable(tables, env.STOCKS_TABLE), jsonQueue(queues, env.OEMBED_FETCH_QUEUE_URL), clock),
  ],
);
