import { nfkc } from "../nfkc.ts";
import { searchableText } from "./searchable-text.ts";

/** A phrase in quotes, also of the kinds that phones write, to the end if they are not closed; or a word. */
const PART = /["\u201c-\u201f]([^"\u201c-\u201f]*)["\u201c-\u201f]?|[^\s"\u201c-\u201f]+/gu;
const PUNCTUATION_BEFORE = /^\p{P}+/u;
// "C#" keeps its sign; that of "C++" is no punctuation.
const PUNCTUATION_AFTER = /(?:(?!#)\p{P})+$/u;

/**
 * What a search looks for: texts that must all occur, in the form of `searchableText`. A word has a space before it,
 * so that it is found at the beginning of a word; one of a script without spaces has none and is found anywhere, as a
 * phrase is.
 */
export type SearchTerms = readonly string[];

/**
 * Reads what a user typed: words, and phrases in quotes. Punctuation around a word does not count, unless there is nothing
 * else.
 */
export function searchTerms(q: string): SearchTerms {
  const terms = Array.from(nfkc(q).matchAll(PART), ([part, phrase]) =>
    phrase === undefined ? word(part) : searchableText(phrase).trimStart(),
  );
  return [...new Set(terms)].filter((term) => term !== "");
}

function word(part: string): string {
  const bare = part.replace(PUNCTUATION_BEFORE, "").replace(PUNCTUATION_AFTER, "");
  return searchableText(bare === "" ? part : bare);
}

/** Whether a text in the form of `searchableText` holds everything that is looked for. */
export function holdsAll(text: string, terms: SearchTerms): boolean {
  return terms.every((term) => text.includes(term));
}
