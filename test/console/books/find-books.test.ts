import { expect, it } from "vitest";
import type { Book, BookPage } from "../../../client/index.ts";
import { findBooks } from "../../../console/books/find-books.ts";

const SELECTION = { q: "ferry", job: "" };
const SIGNAL = new AbortController().signal;

/** An API whose pages before the last one hold no book. */
function sparse(emptyPages: number) {
  const cursors: (string | undefined)[] = [];
  const book = { id: "found" } as Book;
  return {
    cursors,
    list: async ({ cursor }: { readonly cursor?: string } = {}): Promise<BookPage> => {
      cursors.push(cursor);
      const isLast = cursors.length > emptyPages;
      return { books: isLast ? [book] : [], next_cursor: isLast ? null : String(cursors.length) };
    },
  };
}

it("follows pages without books until one has some", async () => {
  const books = sparse(3);
  expect(await findBooks(books, SELECTION, null, SIGNAL)).toEqual({ items: [{ id: "found" }], next: null });
  expect(books.cursors).toEqual([undefined, "1", "2", "3"]);
});

it("leaves it to the person to search on after eight requests without a book", async () => {
  const books = sparse(10);
  expect(await findBooks(books, SELECTION, null, SIGNAL)).toEqual({ items: [], next: "8" });
  expect(await findBooks(books, SELECTION, "8", SIGNAL)).toEqual({ items: [{ id: "found" }], next: null });
  expect(books.cursors.slice(7)).toEqual(["7", "8", "9", "10"]);
});
