import type { Book } from "../../client/index.ts";
import { day, partialDate } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { hostOf } from "../parts/host-of.ts";
import { OutsideImage } from "../parts/outside-image.tsx";
import { safeAddress } from "../parts/safe-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { queryAddress } from "./book-query.ts";
import { booksTexts } from "./books-texts.ts";

/** A book: its cover, what is printed in it, its description folded, and the jobs that have found it. */
export function BookItem({ book }: { readonly book: Book }) {
  const t = translations(booksTexts);
  const id = `book-${book.id}`;
  // An empty text says that the language is unknown.
  const lang = book.language ?? "";
  const title = book.title ?? t.untitled;
  const link = book.info_link === null ? null : safeAddress(book.info_link);
  const isbn = book.isbn_13 ?? book.isbn_10;
  const published = [
    ...(book.publisher === null ? [] : [<span lang={lang}>{book.publisher}</span>]),
    ...(book.published_date === null ? [] : [<span>{partialDate(book.published_date)}</span>]),
  ];
  return (
    <article aria-labelledby={id} class="book">
      <OutsideImage url={book.thumbnail_url} width={96} height={144} />
      <div class="about">
        <h2 id={id} lang={book.title === null ? undefined : lang}>
          {link === null ? title : <SafeLink url={link}>{title}</SafeLink>}
        </h2>
        {book.authors.length > 0 && <p lang={lang}>{book.authors.join(t.separator)}</p>}
        <p class="facts">
          {published}
          {isbn !== null && <span>{t.isbn(isbn)}</span>}
          {link !== null && <span>{hostOf(link)}</span>}
        </p>
        <p class="facts">
          {book.jobs.length > 0 && (
            <span>
              {t.foundBy}{" "}
              {book.jobs.map((job, index) => (
                <span key={job}>
                  {index > 0 && t.separator}
                  <a href={queryAddress({ q: "", job })}>{job}</a>
                </span>
              ))}
            </span>
          )}
          <time dateTime={book.first_seen_at}>{t.firstSeen(day(book.first_seen_at))}</time>
        </p>
        {book.description !== null && (
          <details>
            <summary aria-describedby={id}>{t.description}</summary>
            <p lang={lang} class="description">
              {book.description}
            </p>
          </details>
        )}
      </div>
    </article>
  );
}
