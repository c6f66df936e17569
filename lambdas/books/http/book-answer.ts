import * as z from "zod/mini";
import { pictureAddress } from "../../shared/pictures/picture-address.ts";
import { shownCover } from "../domain/cover.ts";
import type { StoredBook } from "../tables/book-table.ts";

export const bookSchema = z.object({
  id: z.string(),
  isbn_13: z.nullable(z.string()),
  isbn_10: z.nullable(z.string()),
  title: z.nullable(z.string()),
  subtitle: z.nullable(z.string()),
  authors: z.array(z.string()),
  publisher: z.nullable(z.string()),
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  published_date: z.nullable(z.string()),
  description: z.nullable(z.string()),
  language: z.nullable(z.string()),
  /** On Google Books. */
  thumbnail_url: z.nullable(z.string()),
  /** The copy of the cover on the site's domain. */
  image_url: z.nullable(z.string()),
  info_link: z.nullable(z.string()),
  jobs: z.array(z.string()),
  first_seen_at: z.iso.datetime(),
});

/** @param siteUrl the address of the site, which has the copies of covers */
export function bookAnswer(book: StoredBook, siteUrl: string): z.output<typeof bookSchema> {
  return {
    id: book.id,
    isbn_13: book.isbn13,
    isbn_10: book.isbn10,
    title: book.title,
    subtitle: book.subtitle ?? null,
    authors: [...book.authors],
    publisher: book.publisher,
    published_date: book.publishedDate,
    description: book.description,
    language: book.language,
    thumbnail_url: book.thumbnailUrl,
    image_url: pictureAddress(siteUrl, shownCover(book)),
    info_link: book.infoLink,
    jobs: [...book.jobs].sort(),
    first_seen_at: book.firstSeenAt,
  };
}
