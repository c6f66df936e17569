import type { OnceServices } from "../shared/idempotency/once.ts";
import type { FetchRequester } from "./request-fetch.ts";
import type { StockTable } from "./stock-table.ts";

/** The services of the operations on stocks. */
export interface SlidesServices extends OnceServices, FetchRequester {
  readonly stocks: StockTable;
}
