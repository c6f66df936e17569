import type { Book, Bookmark, Stock } from "../../../client/answers.ts";
import type { MagpieClient } from "../../../client/magpie-client.ts";

/** What a search finds, of each kind the newest first. */
export interface FoundThings {
  readonly bookmarks: readonly Bookmark[];
  readonly stocks: readonly Stock[];
  readonly books: readonly Book[];
}

/**
 * Searches the person's bookmarks and stocks, and the books.
 *
 * @param q as the API takes it: words and "quoted phrases", all of which must occur
 * @param limit how many are read of each kind
 * @throws ApiProblem, NetworkFailure
 */
export async function searchAll(client: MagpieClient, q: string, limit: number): Promise<FoundThings> {
  const [bookmarks, stocks, books] = await Promise.all([
    first(limit, client.bookmarks.all({ q })),
    first(limit, client.stocks.all({ q })),
    first(limit, client.books.all({ q })),
  ]);
  return { bookmarks, stocks, books };
}

async function first<T>(limit: number, items: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const item of items) {
    read.push(item);
    if (read.length === limit) break;
  }
  return read;
}
