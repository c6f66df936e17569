import type { Book } from "../answers.ts";
import { bibtexEntry } from "./bibtex-entry.ts";
import type { CsvCells } from "./csv-text.ts";
import { csvText } from "./csv-text.ts";
import { jsonText } from "./json-text.ts";
import { joinedTags } from "./magpie-csv.ts";

/** The formats of files with books. */
export const BOOK_FORMATS = ["json", "csv", "bibtex"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/**
 * Writes books as a file, while they arrive: each yielded text is at most one of them.
 *
 * @param format `json`: the API's own fields; `csv`: one record a book; `bibtex`: one `@book` each, in UTF-8
 */
export function exportBooks(books: AsyncIterable<Book>, format: BookFormat): AsyncGenerator<string, void, undefined> {
  if (format === "json") return jsonText("books", books);
  return format === "csv" ? csvText(CELLS, books) : bibtexText(books);
}

async function* bibtexText(books: AsyncIterable<Book>): AsyncGenerator<string, void, undefined> {
  for await (const book of books) yield bibtexEntry(book);
}

/** Columns with one text each; `authors` and `jobs` hold several, separated by vertical bars. */
const TEXTS = [
  "isbn_13",
  "isbn_10",
  "title",
  "subtitle",
  "publisher",
  "published_date",
  "language",
  "info_link",
  "first_seen_at",
  "description",
] as const;

const CELLS: CsvCells<Book> = {
  ...Object.fromEntries(TEXTS.map((name) => [name, (book: Book) => book[name] ?? ""])),
  authors: ({ authors }) => joinedTags(authors),
  jobs: ({ jobs }) => joinedTags(jobs),
};
