/** Longest title that is kept, in code points. */
const MAX_CODE_POINTS = 500;

// Marks, embeddings, overrides and isolates that reorder what stands around them, with the deprecated ones.
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/gu;
// Zero-width space and byte order mark show nothing. The joiners stay: emoji and several scripts need them.
const INVISIBLE = /[\u200b\ufeff]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const CONTROL = /\p{Cc}/gu;

/**
 * One line of plain text: no control or bidi characters, no half surrogate pairs, white space collapsed and trimmed.
 * Of any length; may be empty.
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
  // No code point takes more than two code units: what is dropped here is beyond `max` in any case.
  const points = Array.from(text.slice(0, 2 * max + 1));
  return points.length <= max ? text : points.slice(0, max).join("").trimEnd();
}

/** A title as it is stored: one line of plain text of at most 500 code points. Empty if nothing visible is left. */
export function cleanTitle(raw: string): string {
  return beginning(singleLine(raw), MAX_CODE_POINTS);
}
