import { nfkc } from "../../shared/nfkc.ts";
import type { SearchedItem } from "../../shared/search/matches-search.ts";
import type { Condition } from "../../shared/search/parse-search.ts";
import { parseSearch } from "../../shared/search/parse-search.ts";
import { asOnKeyboards, FIELD_END, searchableFields, searchableText } from "../../shared/search/searchable-text.ts";
import { siteOf } from "../../shared/search/site.ts";
import type { Book } from "./book.ts";

/** An ISBN with hyphens between its parts, as books print it. */
const PRINTED_ISBN = /(?<![\w-])(?:97[89]-)?\d{1,5}-\d{1,7}-\d{1,7}-[\dX](?![\w-])/giu;

/** A book's title, the site of its page, then its other texts, in the form in which they are searched. */
export function bookText({ title, subtitle, authors, publisher, isbn13, isbn10, description, infoLink }: Book): string {
  const rest = searchableFields([subtitle, ...authors, publisher, isbn13, isbn10, description]);
  return [searchableText(title ?? ""), siteOf(infoLink), rest].join(FIELD_END);
}

/** The fields that a search compares, from a book's text: it has neither tags nor states. */
export function searched(bookText: string, firstSeenAt: string): SearchedItem {
  const [title = "", site = "", ...rest] = bookText.split(FIELD_END);
  return { title, site, text: [title, ...rest].join(FIELD_END), tags: "", createdAt: firstSeenAt, states: [] };
}

/** Reads what a user typed; an ISBN may have its hyphens, also typeset ones. */
export function bookConditions(q: string, timeZone?: string): readonly Condition[] {
  const toWord = (word: string) => asOnKeyboards(nfkc(word)).replace(PRINTED_ISBN, (isbn) => isbn.replaceAll("-", ""));
  return parseSearch(q, { timeZone, toWord }).conditions;
}
