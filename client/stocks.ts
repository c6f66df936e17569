import type { NewStock, Stock, StockChanges, StockPage } from "./answers.ts";
import type { PageQuery, SearchQuery, TagQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A page of stocks: of all, or of those that a search finds. */
export interface StockQuery extends PageQuery, SearchQuery, TagQuery {
  readonly provider?: Stock["provider"];
  readonly status?: Stock["status"];
}

/** The user's slide decks. Every method throws ApiProblem or NetworkFailure. */
export class Stocks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Saves a deck once, however often it is sent. A deck that was saved before is answered as it is. */
  save(stock: NewStock, options?: CreateOptions): Promise<Stock> {
    return this.#transport.request({ method: "POST", path: "/v1/stocks", body: stock, creates: true }, options);
  }

  list(query: StockQuery = {}, options?: CallOptions): Promise<StockPage> {
    return this.#transport.request({ method: "GET", path: "/v1/stocks", query: { ...query } }, options);
  }

  /** All of them, or all that a search finds, newest first. */
  all(query: Omit<StockQuery, keyof PageQuery> = {}, options?: CallOptions): AsyncGenerator<Stock, void, undefined> {
    return everyItem(async (cursor) => {
      const { stocks, next_cursor } = await this.list({ limit: 100, ...query, ...cursor }, options);
      return { items: stocks, next_cursor };
    });
  }

  get(id: string, options?: CallOptions): Promise<Stock> {
    return this.#transport.request({ method: "GET", path: pathOf(id) }, options);
  }

  update(id: string, changes: StockChanges, options?: CallOptions): Promise<Stock> {
    return this.#transport.request({ method: "PATCH", path: pathOf(id), body: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "DELETE", path: pathOf(id), doneCodes: ["not_found"] }, options);
  }

  /** Requests that the deck's metadata be fetched again. @returns the pending stock */
  async refetch(id: string, options?: CallOptions): Promise<Stock> {
    const call = { method: "POST", path: `${pathOf(id)}/refetch`, doneCodes: ["already_pending"] } as const;
    return (await this.#transport.request<Stock | null>(call, options)) ?? this.get(id, options);
  }
}

function pathOf(id: string): string {
  return `/v1/stocks/${encodeURIComponent(id)}`;
}
