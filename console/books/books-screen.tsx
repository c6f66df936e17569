import { Upload, Workflow } from "lucide";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { movingButtonTexts } from "../parts/moving/moving-button-texts.ts";
import { ImagesButton } from "../parts/outside-image.tsx";
import { countTexts } from "../parts/queries/count-texts.ts";
import { Paged } from "../parts/queries/paged.tsx";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
import { knownOfBooks } from "../parts/search/known-values.ts";
import { SearchBox } from "../parts/search/search-box.tsx";
import { searchTexts } from "../parts/search/search-texts.ts";
import { useHighlight } from "../parts/search/use-highlight.ts";
import { Skeleton } from "../parts/states/skeleton.tsx";
import { Screen } from "../shell/screen.tsx";
import { isOutsideCover } from "./book-cover.tsx";
import type { BookQuery } from "./book-query.ts";
import { isArranged, queryAddress, readQuery } from "./book-query.ts";
import { BooksList } from "./books-list.tsx";
import { booksTexts } from "./books-texts.ts";
import { BooksToolbar } from "./books-toolbar.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { findBooks } from "./find-books.ts";
import { NoBooks } from "./no-books.tsx";

/** The books that jobs have found: all, by job, or by a search. The address says which, and in which order. */
export function BooksScreen() {
  const t = translations(booksTexts);
  const { library, person } = useSignedIn();
  const { query: parameters, route } = useLocation();
  const [isExporting, setExporting] = useState(false);
  const query = readQuery(parameters);
  const { q } = query;
  const list = useRef<HTMLDivElement>(null);
  const areArranged = isArranged(query);
  const pages = usePagedQuery(
    queryAddress(query),
    (position: string | null, signal) => findBooks(library.client.books, query, areArranged, position, signal),
    ({ id }) => id,
  );
  useHighlight(list, q, `${pages.items?.length} ${queryAddress(query)} ${preferences.value.bookView}`);
  const change = (changes: Partial<BookQuery>) =>
    route(queryAddress({ ...query, ...changes }), changes.job === undefined);
  return (
    <Screen
      title={t.titles[query.sort]}
      actions={
        <>
          {/* Before the others, since it comes with the books. */}
          {pages.items?.some(isOutsideCover) && <ImagesButton />}
          {person.isAdmin && (
            <a class="button" href="/app/operations/jobs">
              <Icon icon={Workflow} />
              {t.manageJobs}
            </a>
          )}
          <button type="button" onClick={() => setExporting(true)}>
            <Icon icon={Upload} />
            {translations(movingButtonTexts).export}
          </button>
        </>
      }
    >
      <SearchBox
        label={t.search}
        hint={`${t.searchHint} ${translations(searchTexts).help("site: after: before:")}`}
        value={q}
        known={knownOfBooks}
        onSearch={(text) => change({ q: text })}
      />
      <Paged
        pages={pages}
        counted={translations(countTexts).books}
        andMore={areArranged ? t.arranged : undefined}
        tools={<BooksToolbar query={query} books={pages.items ?? []} onChange={change} />}
        skeleton={<Skeleton view={preferences.value.bookView} />}
        empty={<NoBooks selection={query} hasMore={pages.hasMore} />}
        {...(q === "" ? {} : { more: t.searchOn })}
      >
        {(books) => (
          <div ref={list}>
            <BooksList books={books} query={query} hasMore={pages.hasMore} />
          </div>
        )}
      </Paged>
      {isExporting && <ExportDialog query={query} onClose={() => setExporting(false)} />}
    </Screen>
  );
}
