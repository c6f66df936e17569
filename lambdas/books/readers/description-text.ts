import { parse } from "node-html-parser";
import { beginning, singleLine } from "../../shared/plain-text.ts";

/** The longest stored description, in code points. */
const MAX_CODE_POINTS = 5_000;
/** How much of a description is read, in code units: markup and entities make it shorter. */
const MAX_RAW = 4 * MAX_CODE_POINTS;

/**
 * Comments, elements without readable content, and tags. Every alternative ends at the end of the text or before the next
 * `<`, so that no part is scanned twice. A `<` that begins none of them is an ordinary character.
 */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)\s*>|$)|<\/?([a-z][a-z0-9]*)\b[^<>]*>/gi;

/** Inline tags; any other tag separates words. */
const WITHIN_LINE = /^(?:a|abbr|b|big|cite|code|em|font|i|mark|q|s|small|span|strong|sub|sup|tt|u|wbr)$/i;

/** A text with its entities decoded once. */
function decoded(text: string): string {
  return parse(text.replaceAll("<", "&lt;")).text;
}

/**
 * The plain text of a description, which Google stores as simple HTML: one line of at most 5,000 code points. Empty if
 * nothing visible is left.
 */
export function descriptionText(html: string): string {
  const text = html
    .slice(0, MAX_RAW)
    .replace(MARKUP, (_markup, tag: string | undefined) => (WITHIN_LINE.test(tag ?? "") ? "" : " "));
  return beginning(singleLine(decoded(text)), MAX_CODE_POINTS);
}
