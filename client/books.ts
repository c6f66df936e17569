import type { Book, BookPage } from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** A page of books, optionally of one job only. */
export interface BookQuery extends PageQuery {
  /** The job's name. */
  readonly job?: string;
}

/** The books that jobs have found, the same for every user. Every method throws ApiProblem or NetworkFailure. */
export class Books {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: BookQuery = {}, options?: CallOptions): Promise<BookPage> {
    return this.#transport.request({ method: "GET", path: "/v1/books", query: { ...query } }, options);
  }

  /** All of them, or all of one job, newest first. */
  all(query: Pick<BookQuery, "job"> = {}, options?: CallOptions): AsyncGenerator<Book, void, undefined> {
    return everyItem(async (cursor) => {
      const { books, next_cursor } = await this.list({ limit: 100, ...query, ...cursor }, options);
      return { items: books, next_cursor };
    });
  }
}
