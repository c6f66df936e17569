import type { Book, MagpieClient } from "../../client/index.ts";
import type { Page } from "../parts/queries/page.ts";
import type { BookQuery } from "./book-query.ts";
import { apiParameters } from "./book-query.ts";

const LIMIT = 24;
/**
 * Requests for one page at the most: each reads a bounded number of books, of which a rare word may be in none. Then the
 * person decides whether to search on.
 */
const MAX_REQUESTS = 8;

/**
 * A page of the selected books. Answers without books are followed until one has some.
 *
 * @returns without items and with `next` when nothing was found so far
 * @throws ApiProblem, NetworkFailure
 */
export async function findBooks(
  books: Pick<MagpieClient["books"], "list">,
  query: BookQuery,
  position: string | null,
  signal: AbortSignal,
): Promise<Page<Book, string>> {
  let next = position;
  for (let requests = 1; ; requests += 1) {
    const parameters = { ...apiParameters(query), limit: LIMIT, ...(next === null ? {} : { cursor: next }) };
    const page = await books.list(parameters, { signal });
    next = page.next_cursor;
    if (page.books.length > 0 || next === null || requests === MAX_REQUESTS) return { items: page.books, next };
  }
}
