import type { OnceServices } from "../shared/idempotency/once.ts";
import type { Queue } from "../shared/work/queue.ts";
import type { FetchMessage } from "./fetch-message.ts";
import type { StockTable } from "./stock-table.ts";

/** What the operations on stocks work with. */
export interface SlidesServices extends OnceServices {
  readonly stocks: StockTable;
  readonly fetchQueue: Queue<FetchMessage>;
}
