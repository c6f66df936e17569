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

/** A title as it is stored: one line of plain text of at most 500 code points. Empty if nothing visible is left. */
export function cleanTitle(raw: string): string {
  const line = singleLine(raw);
  if (line.length <= MAX_CODE_POINTS) return line;
  return Array.from(line).slice(0, MAX_CODE_POINTS).join("").trimEnd();
}
