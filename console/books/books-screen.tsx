import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { SearchBox } from "../parts/forms/search-box.tsx";
import { ImagesButton } from "../parts/outside-image.tsx";
import { Paged } from "../parts/queries/paged.tsx";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
import { Screen } from "../shell/screen.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { BookItem } from "./book-item.tsx";
import { queryAddress, readQuery } from "./book-query.ts";
import { booksTexts } from "./books-texts.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { findBooks } from "./find-books.ts";
import { JobFilter } from "./job-filter.tsx";

/** The books that jobs have found, newest first: all, by job, or by a search. The address says which. */
export function BooksScreen() {
  const t = translations(booksTexts);
  const { library, person } = useSignedIn();
  const { query: parameters, route } = useLocation();
  const [isExporting, setExporting] = useState(false);
  const query = readQuery(parameters);
  const { q, job } = query;
  const pages = usePagedQuery(
    queryAddress(query),
    (position: string | null, signal) => findBooks(library.client.books, query, position, signal),
    ({ id }) => id,
  );
  const nothing = q !== "" ? t.foundNothing : job !== "" ? t.noneOfJob : t.none;
  return (
    <Screen
      title={t.title}
      actions={
        <>
          {person.isAdmin && (
            <a class="button" href="/app/operations/jobs">
              {t.manageJobs}
            </a>
          )}
          <ImagesButton />
          <button type="button" onClick={() => setExporting(true)}>
            {t.exportBooks}
          </button>
        </>
      }
    >
      <div class="toolbar">
        <SearchBox
          label={t.search}
          hint={t.searchHint}
          value={q}
          onSearch={(text) => route(queryAddress({ q: text, job }), true)}
        />
        <JobFilter job={job} books={pages.items ?? []} onChoose={(name) => route(queryAddress({ q, job: name }))} />
      </div>
      <Paged
        pages={pages}
        amount={(shown, _, hasMore) => t.amount(count(shown), hasMore)}
        empty={pages.hasMore ? t.foundNothingYet : nothing}
        {...(q === "" ? {} : { more: t.searchOn })}
      >
        {(books) => (
          <ul class="items books" aria-label={t.list}>
            {books.map((book) => (
              <li key={book.id}>
                <BookItem book={book} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {isExporting && <ExportDialog query={query} onClose={() => setExporting(false)} />}
    </Screen>
  );
}
