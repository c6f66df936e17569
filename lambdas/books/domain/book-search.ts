import { nfkc } from "../../shared/nfkc.ts";
import type { SearchTerms } from "../../shared/search/search-terms.ts";
import { searchTerms } from "../../shared/search/search-terms.ts";
import { searchableFields } from "../../shared/search/searchable-text.ts";
import type { Book } from "./book.ts";

/** An ISBN with hyphens between its parts, as books print it. */
const PRINTED_ISBN = /(?<![\w-])(?:97[89]-)?\d{1,5}-\d{1,7}-\d{1,7}-[\dX](?![\w-])/giu;

/** A book's texts in the form in which they are searched. */
export function bookText({ title, authors, publisher, isbn13, isbn10, description }: Book): string {
  return searchableFields([title, ...authors, publisher, isbn13, isbn10, description]);
}

/** Reads what a user typed; an ISBN may have its hyphens. */
export function bookTerms(q: string): SearchTerms {
  return searchTerms(nfkc(q).replace(PRINTED_ISBN, (isbn) => isbn.replaceAll("-", "")));
}
