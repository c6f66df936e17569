import { derivedId } from "../../shared/derived-id.ts";
import { isbn13Of, readIsbn10, readIsbn13 } from "./isbn.ts";

/** What is said of a book. Texts are clean single lines, links https. */
export interface BookFacts {
  /** Null where the source names none. */
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly publisher: string | null;
  /** As exact as it is known: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly publishedDate: string | null;
  readonly description: string | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly thumbnailUrl: string | null;
  readonly infoLink: string | null;
  /** Google's name of the volume that the facts are from. A book may have several: editions, scans. */
  readonly volumeId: string;
}

/** A book, whoever found it. */
export interface Book extends BookFacts {
  /** Derived from the ISBN-13, without one from the volume, so that finding the book again is the same write. */
  readonly id: string;
  readonly isbn13: string | null;
  readonly isbn10: string | null;
}

function firstOf(identifiers: readonly string[], read: (raw: string) => string | null): string | null {
  return identifiers.map(read).find((isbn) => isbn !== null) ?? null;
}

/**
 * The book of a volume. Of its identifiers the first that is valid of each kind counts; one that is no ISBN or has a
 * wrong check digit is as good as none. An ISBN-10 alone names the book by its ISBN-13.
 */
export function newBook(identifiers: readonly string[], facts: BookFacts): Book {
  const isbn10 = firstOf(identifiers, readIsbn10);
  const isbn13 = firstOf(identifiers, readIsbn13) ?? (isbn10 === null ? null : isbn13Of(isbn10));
  const id = isbn13 === null ? derivedId("volume", facts.volumeId) : derivedId("isbn", isbn13);
  return { id, isbn13, isbn10, ...facts };
}
