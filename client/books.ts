import type { Book, BookPage } from "./answers.ts";
import type { PageQuery, SearchQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** A page of books: of all jobs or of one, of all books or of those that a search finds. */
export interface BookQuery extends PageQuery, SearchQuery {
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

  /** All of them, or all that a search finds, newest first. */
  all(query: Omit<BookQuery, keyof PageQuery> = {}, options?: CallOptions): AsyncGenerator<Book, void, undefined> {
    return everyItem(async (cursor) => {
      const { books, next_cursor } = await this.list({ limit: 100, ...query, ...cursor }, options);
      return { items: books, next_cursor };
    });
  }
}
