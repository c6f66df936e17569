import { nfkc } from "../nfkc.ts";
import { searchableText } from "./searchable-text.ts";

const PUNCTUATION_BEFORE = /^\p{P}+/u;
// "C#" keeps its sign; that of "C++" is no punctuation.
const PUNCTUATION_AFTER = /(?:(?!#)\p{P})+$/u;

/**
 * What a search looks for by a word that a user typed: a text in the form of `searchableText`. It has a space before it, so
 * that it is found at the beginning of a word; one of a script without spaces has none and is found anywhere, as a phrase
 * is. Punctuation around the word does not count, unless there is nothing else. A character that stands for several words
 * makes several texts.
 */
export function wordTexts(word: string): readonly string[] {
  return nfkc(word)
    .split(/\s+/u)
    .map((part) => searchableText(part.replace(PUNCTUATION_BEFORE, "").replace(PUNCTUATION_AFTER, "") || part))
    .filter((text) => text !== "");
}
