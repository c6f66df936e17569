/** The longest title that is stored, in code points. */
const MAX_CODE_POINTS = 500;

// Marks, embeddings, overrides and isolates that reorder the text around them, deprecated ones included.
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/gu;
// Zero-width space and byte order mark are invisible. The joiners are kept: emoji and several scripts need them.
const INVISIBLE = /[\u200b\ufeff]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * One line of plain text: no control or bidi characters, no half surrogate pairs, white space collapsed and trimmed. It has
 * no limit of length and may be empty.
 */
export function singleLine(raw: string): string {
  return raw
    .replace(INVISIBLE, "")
    .replace(/[\s\u0085]+/gu, " ")
    .replace(CONTROL, "")
    .replace(BIDI_CONTROL, "")
    .replace(LONE_SURROGATE, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** The beginning of a text: at most `max` code points, without white space where it was cut. */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text;
  // A code point has at most two code units, so that the part that is dropped here is beyond `max`.
  const points = Array.from(text.slice(0, 2 * max + 1));
  return points.length <= max ? text : points.slice(0, max).join("").trimEnd();
}

/** A title as it is stored: one line of plain text of at most 500 code points. Empty if nothing visible is left. */
export function cleanTitle(raw: string): string {
  return beginning(singleLine(raw), MAX_CODE_POINTS);
}
