import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { sortedPosition } from "../../shared/search/find-sorted-page.ts";
import { isKeySort } from "../../shared/search/sort.ts";
import { bookConditions } from "../domain/book-search.ts";
import type { StoredBook } from "../tables/book-table.ts";
import { BOOK_PARTITIONS } from "../tables/book-table.ts";
import { bookAnswer } from "./book-answer.ts";
import type { BooksOperation } from "./services.ts";

/** A position in the list of books: one for each of their partitions with further books. */
const bookPosition = z.record(
  z.string().check(z.refine((partition) => BOOK_PARTITIONS.includes(partition))),
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z#[0-9a-f-]{36}$/)),
);

/** A page of the books, of all jobs or of one, of all or of those that a search finds. */
export const listBooks: BooksOperation<"listBooks"> = async ({ caller, query }, { books, limits, clock, siteUrl }) => {
  const { limit, cursor, ...selection } = query;
  const { q, job, sort = "newest", tz } = selection;
  const list = ["books", JSON.stringify(selection)];
  const sought = q === undefined ? [] : bookConditions(q, tz);
  const answer = (page: { readonly items: readonly StoredBook[]; readonly position: object | null }) =>
    ok({
      books: page.items.map((book) => bookAnswer(book, siteUrl)),
      next_cursor: page.position && encodeCursor(page.position, list),
    });
  if (isKeySort(sort)) {
    const position = decodeCursor(cursor, list, sortedPosition);
    await limits.count("searches", caller.userId, clock.now());
    return answer(await books.sorted({ sort, sought, job, limit, position }));
  }
  const position = decodeCursor(cursor, list, bookPosition);
  const page = { job, limit, position, isOldestFirst: sort === "oldest" };
  if (q === undefined) return answer(await books.list(page));
  await limits.count("searches", caller.userId, clock.now());
  return answer(await books.search({ ...page, sought }));
};
