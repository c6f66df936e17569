import type { Book } from "../../../client/index.ts";
import { BooksScreen } from "../../../console/books/books-screen.tsx";
import { AnsweringApi, paged } from "./answering-api.ts";
import { openPage } from "./page.ts";

/** The operation that lists the books. */
export const BOOKS = "GET /v1/books";

/** A book of which nothing else is known. */
export function book(fields: Partial<Book> & { readonly id: string }): Book {
  return {
    isbn_13: null,
    isbn_10: null,
    title: `Title ${fields.id}`,
    subtitle: null,
    authors: [],
    publisher: null,
    published_date: null,
    description: null,
    language: null,
    thumbnail_url: null,
    image_url: null,
    info_link: null,
    jobs: [],
    first_seen_at: "2026-03-01T11:30:00.000Z",
    ...fields,
  };
}

/** An API with these books on pages. */
export function apiOf(...pages: readonly (readonly Book[])[]): AnsweringApi {
  return new AnsweringApi().answer(BOOKS, paged("books", ...pages));
}

/** Opens the list of the books. */
export async function openBooks(api: AnsweringApi, path = "books", isAdmin = false): Promise<void> {
  await (await openPage([], api, isAdmin)).open(BooksScreen, path);
}
