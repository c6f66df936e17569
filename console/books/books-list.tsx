import { useMemo } from "preact/hooks";
import type { Book } from "../../client/index.ts";
import { preferences } from "../device/preferences.ts";
import { language, translations } from "../language/language.ts";
import { countTexts } from "../parts/queries/count-texts.ts";
import { shownWords } from "../parts/queries/shown-words.ts";
import { booksByJob, sortedBooks } from "./arranged-books.ts";
import { BookItem } from "./book-item.tsx";
import type { BookQuery } from "./book-query.ts";
import { booksTexts } from "./books-texts.ts";

/** The books in the order that is chosen, or a list for each job, which can be folded. */
export function BooksList({
  books,
  query,
  hasMore,
}: {
  /** The newest first. */
  readonly books: readonly Book[];
  readonly query: BookQuery;
  /** Whether there are books that are not read yet. */
  readonly hasMore: boolean;
}) {
  const t = translations(booksTexts);
  const { job: chosen, sort, isGrouped } = query;
  const { bookView: view } = preferences.value;
  const sorted = useMemo(() => sortedBooks(books, sort, language.value), [books, sort, language.value]);
  const groups = useMemo(() => (isGrouped ? booksByJob(sorted, chosen) : null), [sorted, isGrouped, chosen]);
  const list = (label: string, shown: readonly Book[]) => (
    <ul class={`items ${view}`} aria-label={label}>
      {shown.map((book) => (
        <li key={book.id}>
          <BookItem book={book} query={query} view={view} heading={isGrouped ? "h3" : "h2"} />
        </li>
      ))}
    </ul>
  );
  if (groups === null) return list(t.titles.newest, sorted);
  return (
    <>
      {groups.map(({ job, books: found }) => (
        <details key={job} class="book-group" open>
          <summary>
            <h2 lang="">{job}</h2>
            <span class="quiet">{shownWords(found.length, null, hasMore, translations(countTexts).books)}</span>
          </summary>
          {list(job, found)}
        </details>
      ))}
    </>
  );
}
