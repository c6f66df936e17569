import { useLocation, useRoute } from "preact-iso/router";
import type { Book } from "../../client/index.ts";
import { partialDate } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Fact } from "../parts/fact.tsx";
import { hostOf } from "../parts/host-of.ts";
import { ImagesButton } from "../parts/outside-image.tsx";
import { QueryView } from "../parts/queries/query-view.tsx";
import { useQuery } from "../parts/queries/use-query.ts";
import { safeAddress } from "../parts/safe-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { Skeleton } from "../parts/states/skeleton.tsx";
import { When } from "../parts/when.tsx";
import { Screen } from "../shell/screen.tsx";
import { BookCover, isOutsideCover } from "./book-cover.tsx";
import { queryAddress, readQuery } from "./book-query.ts";
import { bookTitle } from "./book-words.ts";
import { booksTexts } from "./books-texts.ts";

/** One book: its cover, what is known of it, its description, and the jobs that have found it. */
export function BookScreen() {
  const id = useRoute().params.id ?? "";
  const t = translations(booksTexts);
  const { client } = useSignedIn().library;
  const { query } = useLocation();
  const answer = useQuery(`book ${id}`, (signal) => client.books.get(id, { signal }));
  const book = answer.value;
  return (
    <>
      <BackLink to={queryAddress(readQuery(query))}>{t.all}</BackLink>
      <Screen
        title={book === null ? t.one : bookTitle(book, t.untitled)}
        {...(book?.title == null ? {} : { language: book.language ?? "" })}
        actions={book !== null && isOutsideCover(book) && <ImagesButton />}
      >
        <QueryView answer={answer} skeleton={<Skeleton view="lines reader" />}>
          {(found) => <About book={found} />}
        </QueryView>
      </Screen>
    </>
  );
}

function About({ book }: { readonly book: Book }) {
  const t = translations(booksTexts);
  const { isAdmin } = useSignedIn().person;
  const lang = book.language ?? "";
  const link = book.info_link === null ? null : safeAddress(book.info_link);
  const isbns = [book.isbn_13, book.isbn_10].filter((each) => each !== null);
  return (
    <div class="book-page">
      <BookCover book={book} title={bookTitle(book, t.untitled)} />
      <div>
        <dl class="about">
          <Fact label={t.authors} language={lang}>
            {book.authors.join(t.separator)}
          </Fact>
          <Fact label={t.publisher} language={lang}>
            {book.publisher}
          </Fact>
          <Fact label={t.published}>{book.published_date && partialDate(book.published_date)}</Fact>
          <Fact label="ISBN">{isbns.join(t.separator)}</Fact>
          <Fact label={t.foundByJobs}>
            {book.jobs.length > 0 && (
              <span class="actions">
                {book.jobs.map((job) => (
                  <a
                    key={job}
                    href={isAdmin ? `/app/operations/jobs/${encodeURIComponent(job)}` : queryAddress({ job })}
                  >
                    {job}
                  </a>
                ))}
              </span>
            )}
          </Fact>
          <Fact label={t.firstSeenAt}>
            <When at={book.first_seen_at} isDay />
          </Fact>
        </dl>
        {link !== null && (
          <p class="actions">
            <SafeLink url={link}>{t.openAt(hostOf(link))}</SafeLink>
          </p>
        )}
        {book.description === null ? (
          <p class="quiet">{t.noDescription}</p>
        ) : (
          <p class="description" lang={lang}>
            {book.description}
          </p>
        )}
      </div>
    </div>
  );
}
