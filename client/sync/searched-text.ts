// The rules of the API's searches, so that a search offline finds what the API would find: a test compares the two.

/** Scripts that put no spaces between words: a word may begin at any character. */
const UNSPACED =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}";
const WORD_START = new RegExp(`(?<! |(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])(?=(?![${UNSPACED}])[\\p{L}\\p{N}])`, "gu");

/** NFKC takes quadratic time for a run of marks; no language has more than 30 of them on one letter. */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** A half of a character beyond the basic plane, without the other half. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const WHITE_SPACE = /[\s\p{Cc}]{2,}|(?! )[\s\p{Cc}]/gu;

/** Between two fields: a normalised text has none, so that no phrase is found across two fields. */
const FIELD_END = "\n";

/** A phrase in quotes, which may be a phone's or not closed; or a word. */
const PART = /["\u201c-\u201f]([^"\u201c-\u201f]*)["\u201c-\u201f]?|[^\s"\u201c-\u201f]+/gu;
const PUNCTUATION_BEFORE = /^\p{P}+/u;
/** The sign at the end of "C#" belongs to the word. */
const PUNCTUATION_AFTER = /(?:(?!#)\p{P})+$/u;

/**
 * A text in the form in which it is searched: NFKC, without case, white space collapsed, a space before each word. Time is
 * linear in its length.
 */
export function normalised(text: string): string {
  // NFKC can lengthen a text eighteen times; a text of a language is at most doubled.
  const composed = nfkc(text).slice(0, 2 * text.length + 200);
  // Capitals first: "ß" has none of its own, and "ς" is a small letter beside "σ".
  const caseless = composed.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i");
  return nfkc(caseless).replace(WHITE_SPACE, " ").trim().replace(WORD_START, " ");
}

/** Several fields as one normalised text. Null fields are left out. */
export function normalisedFields(fields: readonly (string | null | undefined)[]): string {
  return fields
    .filter((field) => typeof field === "string")
    .map(normalised)
    .join(FIELD_END);
}

/** An address as it is, and with its percent-encoded characters decoded. */
export function searchedUrls(url: string): readonly string[] {
  try {
    return [...new Set([url, decodeURI(url)])];
  } catch {
    // Not UTF-8.
    return [url];
  }
}

/**
 * The normalised texts of a query, all of which must occur: words, which begin with a space if their script has spaces
 * between words, and phrases in quotes.
 */
export function queryTerms(q: string): readonly string[] {
  const terms = [...q.normalize("NFKC").matchAll(PART)].map(([part, phrase]) => {
    if (phrase !== undefined) return normalised(phrase).trimStart();
    const word = part.replace(PUNCTUATION_BEFORE, "").replace(PUNCTUATION_AFTER, "");
    return normalised(word === "" ? part : word);
  });
  return [...new Set(terms)].filter((term) => term !== "");
}

/** Whether a normalised text holds all terms. */
export function holdsTerms(text: string, terms: readonly string[]): boolean {
  return terms.every((term) => text.includes(term));
}

function nfkc(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd").replace(INVISIBLE, "").replace(TOO_MANY_MARKS, "$1").normalize("NFKC");
}
