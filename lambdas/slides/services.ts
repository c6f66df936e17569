import type { Clock } from "../shared/clock.ts";
import type { Queue } from "../shared/queue.ts";
import type { FetchMessage } from "./fetch-message.ts";
import type { StockTable } from "./stock-table.ts";

/** What the operations on stocks work with. */
export interface SlidesServices {
  readonly stocks: StockTable;
  readonly fetchQueue: Queue<FetchMessage>;
  readonly clock: Clock;
  /** A fresh random id. */
  readonly newId: () => string;
}
