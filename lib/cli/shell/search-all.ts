import type { Book, Bookmark, Stock } from "../../../client/answers.ts";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import { readFirst, searchFor } from "../list.ts";

/** The results of a search, of each kind the newest first. */
export interface FoundItems {
  readonly bookmarks: readonly Bookmark[];
  readonly stocks: readonly Stock[];
  readonly books: readonly Book[];
}

/**
 * Searches the person's bookmarks and stocks, and the books.
 *
 * @param q as the API takes it: words and "quoted phrases", all of which must occur; days are in this machine's time zone
 * @param limit the number of results of each kind
 * @throws ApiProblem, NetworkFailure
 */
export async function searchAll(client: MagpieClient, q: string, limit: number): Promise<FoundItems> {
  const search = searchFor(q);
  const [bookmarks, stocks, books] = await Promise.all([
    readFirst(limit, client.bookmarks.all(search)),
    readFirst(limit, client.stocks.all(search)),
    readFirst(limit, client.books.all(search)),
  ]);
  return { bookmarks, stocks, books };
}
