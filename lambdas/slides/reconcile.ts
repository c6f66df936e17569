import type { Clock } from "../shared/clock.ts";
import { PictureStore } from "../shared/pictures/picture-store.ts";
import { reconcilableFiles } from "../shared/saved-items/reconcilable-files.ts";
import type { ResendQueue } from "../shared/work/backlog.ts";
import { resendQueue } from "../shared/work/backlog.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { endFetch } from "./end-fetch.ts";
import type { FetchMessage } from "./fetch-message.ts";
import { fetchMessageOf } from "./fetch-message.ts";
import type { StockTable } from "./stock-table.ts";
import { deletedPictures, stockTable } from "./stock-table.ts";
import { reconcileUses } from "./uses.ts";

export function reconcilableStocks(stocks: StockTable, queue: ResendQueue<FetchMessage>, clock: Clock): Reconcilable {
  return reconcilable({
    name: "stocks",
    table: stocks,
    queue,
    toMessage: fetchMessageOf,
    giveUp: (stock, code) => endFetch(stocks, stock, stock, code, clock.now()),
    clock,
  });
}

export const slidesReconcile = reconcilePart(reconcileUses, (env, { tables, queues, objects, clock }) => {
  const pictures = new PictureStore(objects, env.SITE_BUCKET);
  return [
    reconcilableStocks(stockTable(tables, env.STOCKS_TABLE), resendQueue(queues, env.OEMBED_FETCH_QUEUE_URL), clock),
    reconcilableFiles("deleted_pictures", deletedPictures(tables, env.STOCKS_TABLE, pictures), clock),
  ];
});
