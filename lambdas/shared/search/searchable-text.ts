import { nfkc } from "../nfkc.ts";

/**
 * Texts in the form in which they are searched: Unicode NFKC, without case, white space collapsed. A space is put before
 * each word, also where none was written, so that a word is found by its beginning with one look: after a space.
 *
 * The client searches its copy by the same code, so this folder uses only what browsers have, but for what reads tables.
 */

// Written without spaces between words: a word may begin at any of their characters.
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
/** A pattern of a character of a word, in scripts that have spaces between words. */
export const OF_A_WORD = String.raw`(?![${UNSPACED}])[\p{L}\p{N}\p{M}]`;
const BEGINS_A_WORD = String.raw`(?![${UNSPACED}])[\p{L}\p{N}]`;
/** The place before a word. */
const WORD_START = new RegExp(`(?<! |${OF_A_WORD})(?=${BEGINS_A_WORD})`, "gu");

// Soft hyphens, joiners, variation selectors and the like: they are invisible to readers.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const ASCII = /^[\0-\x7f]*$/;
/** All but a single space. */
const WHITE_SPACE = /[\s\p{Cc}]{2,}|(?! )[\s\p{Cc}]/gu;

/** Between fields; `searchableText` leaves none in a text. */
export const FIELD_END = "\n";

/** Before and after each tag, so that a whole one can be found. */
const TAG_END = "\t";

/**
 * A text in the form in which it is searched. One line without control characters. Time is linear in its length.
 *
 * NFKC may lengthen a text eighteen times: what exceeds twice the text and 200 characters, which no text of a language
 * does, is left out.
 */
export function searchableText(text: string): string {
  const caseless = visible(text)
    .slice(0, 2 * text.length + 200)
    // Both ways: some letters have no capital of their own (ß, ς), some no small one.
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll("i\u0307", "i");
  return visible(caseless).replace(WHITE_SPACE, " ").trim().replace(WORD_START, " ");
}

function visible(text: string): string {
  // Most addresses and many titles: nothing of it would change, and looking for that takes half of the time of a text.
  if (ASCII.test(text)) return text;
  return nfkc(text.toWellFormed().replace(INVISIBLE, ""));
}

/**
 * A searched or a sought text with the hyphen and the apostrophe of keyboards in place of those that typesetters and phones
 * write. Items store their texts without this, and tags are compared without it.
 */
export function asOnKeyboards(text: string): string {
  return text.replace(/[\u2010-\u2015]/g, "-").replace(/[\u2018\u2019]/g, "'");
}

/** Several fields as one text, in which no phrase is found across two of them; null and undefined are left out. */
export function searchableFields(fields: readonly (string | null | undefined)[]): string {
  return fields.flatMap((field) => (typeof field === "string" ? [searchableText(field)] : [])).join(FIELD_END);
}

/** The forms of an address that are searched: unchanged, and with its percent-encoded parts decoded. */
export function readableUrls(url: string): readonly string[] {
  const readable = percentDecoded(url);
  return readable === url ? [url] : [url, readable];
}

function percentDecoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    // An address that is not UTF-8 is searched unchanged only.
    return url;
  }
}

/** Tags as an item keeps them for searches: one field. */
export function searchableTags(tags: readonly string[]): string {
  return TAG_END + tags.map((tag) => searchableText(tag) + TAG_END).join("");
}

/** `searchableTags` without any. */
export const NO_TAGS = searchableTags([]);

/** What `searchableTags` has for a tag in the form of `searchableText`. */
export function tagText(tag: string): string {
  return TAG_END + tag + TAG_END;
}
