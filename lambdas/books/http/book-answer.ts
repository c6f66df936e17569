import * as z from "zod/mini";
import { bodyOf } from "../../shared/http/body-of.ts";
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
  return bodyOf(bookSchema, {
    ...book,
    subtitle: book.subtitle ?? null,
    imageUrl: pictureAddress(siteUrl, shownCover(book)),
    jobs: [...book.jobs].sort(),
  });
}
