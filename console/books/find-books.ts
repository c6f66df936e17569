import type { Book, MagpieClient } from "../../client/index.ts";
import type { Page } from "../parts/queries/page.ts";
import type { BookSelection } from "./book-query.ts";
import { apiParameters } from "./book-query.ts";

/** Books of a page: the most of each request, and the least of a page if there are as many. */
const AS_THEY_COME = { limit: 24, least: 1 };
/** Books that are put into order: more than most have, as many as a phone renders at once. */
const ARRANGED = { limit: 100, least: 300 };
/**
 * The most requests for one page: each reads a bounded number of books, none of which may contain a rare word. Then the
 * person decides whether to continue the search.
 */
const MAX_REQUESTS = 8;

/**
 * A page of the selected books, the newest first. Answers without books are followed until one has some.
 *
 * @param areArranged whether the books are put into order, so that as many as possible are wanted
 * @returns without items and with `next` when nothing was found so far
 * @throws ApiProblem, NetworkFailure
 */
export async function findBooks(
  books: Pick<MagpieClient["books"], "list">,
  selection: BookSelection,
  areArranged: boolean,
  position: string | null,
  signal: AbortSignal,
): Promise<Page<Book, string>> {
  const { limit, least } = areArranged ? ARRANGED : AS_THEY_COME;
  const items: Book[] = [];
  let next = position;
  for (let requests = 1; ; requests += 1) {
    const parameters = { ...apiParameters(selection), limit, ...(next === null ? {} : { cursor: next }) };
    const page = await books.list(parameters, { signal });
    items.push(...page.books);
    next = page.next_cursor;
    if (items.length >= least || next === null || requests === MAX_REQUESTS) return { items, next };
  }
}
