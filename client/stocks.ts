import type { NewStock, Stock, StockChanges, StockPage } from "./answers.ts";
import type { Items, PageQuery, SearchQuery, TagQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { Change, Create, Find, OfOne } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** A filter of stocks, or a search. */
export interface StockFilter extends SearchQuery, TagQuery {
  readonly provider?: Stock["provider"];
  readonly status?: Stock["status"];
}

/** The user's slide decks. */
export class Stocks extends Resource {
  readonly #refetch = this.requests<Stock | null>("/v1/stocks/{id}/refetch", ["already_pending"]);

  /** Saves a deck once, however often it is sent. A deck that was saved before is answered as it is. */
  save: Create<NewStock, Stock> = this.creates("/v1/stocks");
  list: Find<StockFilter & PageQuery, StockPage> = this.finds("/v1/stocks");

  /** All of them, or all that a search finds, newest first. */
  all = (filter?: StockFilter, options?: CallOptions): Items<Stock> =>
    everyItem("stocks", (query) => this.list(query, options), filter);

  get: OfOne<Stock> = this.readsOne("/v1/stocks/{id}");
  update: Change<StockChanges, Stock> = this.changes("PATCH", "/v1/stocks/{id}");
  delete: OfOne<void> = this.deletes("/v1/stocks/{id}");

  /** Requests that the deck's metadata be fetched again. @returns the pending stock */
  refetch: OfOne<Stock> = async (id, options) => (await this.#refetch(id, options)) ?? this.get(id, options);
}
