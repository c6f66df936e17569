import { isDerivedId } from "../../shared/derived-id.ts";
import { ok } from "../../shared/http/answer.ts";
import { notFound } from "../../shared/http/rejected.ts";
import { bookAnswer } from "./book-answer.ts";
import type { BooksOperation } from "./services.ts";

/** A book. @throws Rejected 404; for an id that no book can have, without a read */
export const getBook: BooksOperation<"getBook"> = async ({ params }, { books, siteUrl }) => {
  const book = isDerivedId(params.id) ? await books.get(params.id) : null;
  if (book === null) throw notFound("book");
  return ok(bookAnswer(book, siteUrl));
};
