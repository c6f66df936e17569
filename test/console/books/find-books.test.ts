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
  expect(await findBooks(books, SELECTION, false, null, SIGNAL)).toEqual({ items: [{ id: "found" }], next: null });
  expect(books.cursors).toEqual([undefined, "1", "2", "3"]);
});

it("leaves it to the person to search on after eight requests without a book", async () => {
  const books = sparse(10);
  expect(await findBooks(books, SELECTION, false, null, SIGNAL)).toEqual({ items: [], next: "8" });
  expect(await findBooks(books, SELECTION, false, "8", SIGNAL)).toEqual({ items: [{ id: "found" }], next: null });
  expect(books.cursors.slice(7)).toEqual(["7", "8", "9", "10"]);
});

it("reads three hundred books for an order of their own, a hundred at a time, or all there are", async () => {
  const limits: (number | undefined)[] = [];
  const pages = (count: number) => ({
    list: async ({ limit = 0, cursor = "0" }: { readonly limit?: number; readonly cursor?: string } = {}) => {
      limits.push(limit);
      const books = Array.from({ length: limit }, (_, index) => ({ id: `${cursor}-${index}` }) as Book);
      return { books, next_cursor: Number(cursor) + 1 < count ? String(Number(cursor) + 1) : null };
    },
  });
  const many = await findBooks(pages(5), SELECTION, true, null, SIGNAL);
  expect([many.items.length, many.next, limits]).toEqual([300, "3", [100, 100, 100]]);
  const rest = await findBooks(pages(5), SELECTION, true, many.next, SIGNAL);
  expect([rest.items.length, rest.next]).toEqual([200, null]);
});
