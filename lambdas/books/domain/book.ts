import { derivedId } from "../../shared/derived-id.ts";

/** The fields of a book. Texts are clean single lines, links https. */
export interface BookFacts {
  /** Null if the source has none. */
  readonly title: string | null;
  /** Often distinguishes the volumes of one title. Books of version 1.0.0 have none. */
  readonly subtitle?: string | null;
  readonly authors: readonly string[];
  readonly publisher: string | null;
  /** As precise as the source: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly publishedDate: string | null;
  readonly description: string | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly thumbnailUrl: string | null;
  readonly infoLink: string | null;
  /** Google's id of the volume that the fields come from. A book may have several volumes: editions, scans. */
  readonly volumeId: string;
}

/** A book, independent of the jobs that found it. */
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
 * The book of a volume. The first valid identifier of each kind counts; an identifier that is no ISBN or has a wrong check
 * digit is ignored. A book with only an ISBN-10 is identified by the ISBN-13 that belongs to it.
 */
export function newBook(identifiers: readonly string[], facts: BookFacts): Book {
  const isbn10 = firstOf(identifiers, readIsbn10);
  const isbn13 = firstOf(identifiers, readIsbn13) ?? (isbn10 === null ? null : isbn13Of(isbn10));
  const id = isbn13 === null ? derivedId("volume", facts.volumeId) : derivedId("isbn", isbn13);
  return { id, isbn13, isbn10, ...facts };
}

/** Without hyphens and spaces between the parts of an ISBN. */
function compact(raw: string): string {
  return raw.replace(/[\s\u2010-\u2015-]/gu, "").toUpperCase();
}

function weighted(digits: string, weight: (position: number) => number): number {
  return Array.from(digits).reduce((sum, digit, position) => sum + Number(digit) * weight(position), 0);
}

/** ISO 2108, annex: weights 1 and 3 alternating, modulo 10. */
function checkDigit13(twelve: string): string {
  return String((10 - (weighted(twelve, (position) => (position % 2 === 0 ? 1 : 3)) % 10)) % 10);
}

/** The older form: weights 10 down to 2, modulo 11, X for ten. */
function checkDigit10(nine: string): string {
  const digit = (11 - (weighted(nine, (position) => 10 - position) % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

// Nine zeros have a correct check digit in both forms, and mean "none" in catalogues.
const PLACEHOLDER = /^(?:978)?0{9}/;

/** The digits of a text's ISBN-13; null for another text or a wrong check digit. */
function readIsbn13(raw: string): string | null {
  const isbn = compact(raw);
  if (!/^97[89]\d{10}$/.test(isbn) || PLACEHOLDER.test(isbn)) return null;
  return isbn.endsWith(checkDigit13(isbn.slice(0, 12))) ? isbn : null;
}

/** A text's ISBN-10 without hyphens, an X in upper case; null for another text or a wrong check digit. */
function readIsbn10(raw: string): string | null {
  const isbn = compact(raw);
  if (!/^\d{9}[\dX]$/.test(isbn) || PLACEHOLDER.test(isbn)) return null;
  return isbn.endsWith(checkDigit10(isbn.slice(0, 9))) ? isbn : null;
}

function isbn13Of(isbn10: string): string {
  const twelve = `978${isbn10.slice(0, 9)}`;
  return `${twelve}${checkDigit13(twelve)}`;
}
