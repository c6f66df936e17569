import { ChevronDown } from "lucide";
import { useId, useState } from "preact/hooks";
import type { Book } from "../../client/index.ts";
import type { Preferences } from "../device/preferences.ts";
import { partialDate } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { hostOf } from "../parts/host-of.ts";
import { Icon } from "../parts/icon.tsx";
import { safeAddress } from "../parts/safe-address.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { When } from "../parts/when.tsx";
import { BookCover } from "./book-cover.tsx";
import type { BookQuery } from "./book-query.ts";
import { bookAddress, queryAddress } from "./book-query.ts";
import { bookTitle } from "./book-words.ts";
import { booksTexts } from "./books-texts.ts";

/** A book: its cover, its title and who has written it; in a row all that is known of it, the description folded. */
export function BookItem({
  book,
  query,
  view,
  heading: Heading,
}: {
  readonly book: Book;
  /** Of the list. */
  readonly query: BookQuery;
  readonly view: Preferences["bookView"];
  /** One below that of the list. */
  readonly heading: "h2" | "h3";
}) {
  const t = translations(booksTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // An empty text says that the language is unknown.
  const lang = book.language ?? "";
  const title = bookTitle(book, t.untitled);
  const link = book.info_link === null ? null : safeAddress(book.info_link);
  const isbn = book.isbn_13 ?? book.isbn_10;
  const authors = book.authors.length > 0 && <span lang={lang}>{book.authors.join(t.separator)}</span>;
  const published = book.published_date !== null && <span>{partialDate(book.published_date)}</span>;
  return (
    <article aria-labelledby={id} class="book">
      <BookCover book={book} title={title} />
      <div class="item-text">
        <Heading id={id} lang={book.title === null ? undefined : lang}>
          <a href={bookAddress(book.id, query)}>{title}</a>
        </Heading>
        <div class="facts">
          {authors}
          {view === "rows" && book.publisher !== null && <span lang={lang}>{book.publisher}</span>}
          {published}
          {view === "rows" && (
            <>
              {isbn !== null && <span>ISBN {isbn}</span>}
              {link !== null && (
                <SafeLink url={link} describedBy={id}>
                  {hostOf(link)}
                </SafeLink>
              )}
              {book.jobs.length > 0 && (
                <span>
                  {t.foundBy}{" "}
                  {book.jobs.map((job, index) => (
                    <span key={job}>
                      {index > 0 && t.separator}
                      <a href={queryAddress({ job })}>{job}</a>
                    </span>
                  ))}
                </span>
              )}
              <When at={book.first_seen_at} isDay words={t.firstSeen} />
            </>
          )}
        </div>
      </div>
      {view === "rows" && book.description !== null && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.description}
          aria-describedby={id}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon icon={ChevronDown} />
        </button>
      )}
      {isOpen && (
        <p lang={lang} class="description">
          {book.description}
        </p>
      )}
    </article>
  );
}
