import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { bookTerms } from "../domain/book-search.ts";
import type { booksRoutes } from "../routes.ts";
import { BOOK_PARTITIONS } from "../tables/book-table.ts";
import { bookAnswer } from "./book-answer.ts";
import type { BooksServices } from "./services.ts";

/** A position in the list of books: a place in each of their partitions that has more. */
const bookPosition = z.record(
  z.string().check(z.refine((partition) => BOOK_PARTITIONS.includes(partition))),
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z#[0-9a-f-]{36}$/)),
);

/** A page of the books, of all jobs or of one, of all or of those that a search finds. */
export const listBooks: Operation<typeof booksRoutes.listBooks, BooksServices> = async (
  { caller, query },
  { books, limits, clock },
) => {
  const { q, job, limit } = query;
  const list = ["books", job ?? "", ...(q === undefined ? [] : [q])];
  const asked = { job, limit, position: decodeCursor(query.cursor, list, bookPosition) };
  if (q !== undefined) await limits.count("searches", caller.userId, clock.now());
  const page = q === undefined ? await books.list(asked) : await books.search({ ...asked, terms: bookTerms(q) });
  return ok({ books: page.items.map(bookAnswer), next_cursor: encodeCursor(page.position, list) });
};
