import type { Book } from "../../client/index.ts";
import type { BookQuery } from "./book-query.ts";

/** The books of a job. */
interface BookGroup {
  readonly job: string;
  readonly books: readonly Book[];
}

/**
 * Books in an order. Those without a title, an author or a date are the last; equal ones stay as they come, the newest first.
 *
 * @param books the newest first
 * @param language that of the interface (BCP 47)
 */
export function sortedBooks(books: readonly Book[], sort: BookQuery["sort"], language: string): readonly Book[] {
  if (sort === "newest") return books;
  const key = (book: Book) => KEYS[sort](book) ?? "";
  const collator = new Intl.Collator(language, { numeric: true });
  // Dates are years, months or days, the latest first; their texts are in the order of their times.
  const compare = (one: string, other: string) =>
    sort === "published" ? Number(one < other) - Number(one > other) : collator.compare(one, other);
  return books.toSorted(
    (one, other) => Number(key(one) === "") - Number(key(other) === "") || compare(key(one), key(other)),
  );
}

/** What the books are sorted by. */
const KEYS: Readonly<Record<Exclude<BookQuery["sort"], "newest">, (book: Book) => string | null | undefined>> = {
  title: ({ title }) => title,
  author: ({ authors }) => authors[0],
  published: ({ published_date: date }) => date,
};

/**
 * Books by the jobs that have found them, in alphabetical order; a book that several jobs have found is in the list of each.
 *
 * @param chosen the job whose books these are; empty: all jobs
 */
export function booksByJob(books: readonly Book[], chosen: string): readonly BookGroup[] {
  const groups = new Map<string, Book[]>();
  for (const book of books) {
    for (const job of chosen === "" ? book.jobs : [chosen]) groups.set(job, [...(groups.get(job) ?? []), book]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([job, found]) => ({ job, books: found }));
}
