import { singleLine } from "../plain-text.ts";
import type { MarkupToken } from "./markup-tokens.ts";
import { markupTokens } from "./markup-tokens.ts";

/** The longest text of a page that is kept, in code units. */
const MAX_TEXT = 100_000;
/** How much text is taken from the markup before it is cleaned, which shortens it; in code units. */
const MAX_RAW = 3 * MAX_TEXT;

/** Inline elements: they change how text looks, and don't begin or end a line. */
export const INLINE: ReadonlySet<string> = new Set(
  "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
/** Elements without text of their own. */
export const EMPTY: ReadonlySet<string> = new Set(
  "area base col embed frame img input link meta param source track".split(" "),
);
const WITHIN_LINE = new Set([...INLINE, ...EMPTY, "a", "label"]);
/** Elements around the page's main content. */
export const AROUND: ReadonlySet<string> = new Set(["aside", "dialog", "footer", "menu", "nav"]);
/**
 * The elements of a ruby annotation that show how the base text is pronounced. They are skipped, since they repeat that
 * text.
 */
export const READING: ReadonlySet<string> = new Set(["rp", "rt", "rtc"]);

/** Cleaned paragraphs, joined by line feeds, at most `most` code units in total. */
export function cleanParagraphs(lines: Iterable<string>, most: number = MAX_TEXT): string {
  const kept: string[] = [];
  let room = most;
  for (const line of lines) {
    if (room <= 0) break;
    // Cleaned after the cut, which may split a surrogate pair.
    const paragraph = singleLine(line.slice(0, room));
    if (paragraph === "") continue;
    kept.push(paragraph);
    room -= paragraph.length + 1;
  }
  return kept.join("\n");
}

/** A token; those of other kinds than text and tags are ignored. */
type Token = MarkupToken | { readonly kind: "note" };

/** The text between the tags. There is a line feed wherever an element begins or ends a line. */
function rawText(tokens: Iterable<Token>): string {
  const pieces: string[] = [];
  let length = 0;
  let preformatted = 0;
  let reading = false;
  for (const token of tokens) {
    if (length > MAX_RAW) break;
    let piece = "";
    if (token.kind === "text") {
      if (reading) continue;
      piece = token.text.slice(0, MAX_RAW);
      if (preformatted === 0) piece = piece.replace(/\s+/g, " ");
    } else if (token.kind === "start" || token.kind === "end") {
      const { kind, name } = token;
      if (name === "pre") preformatted = Math.max(0, preformatted + (kind === "start" ? 1 : -1));
      // The end tags of ruby annotations may be omitted.
      if (READING.has(name)) reading = kind === "start";
      else if (!INLINE.has(name) || name === "ruby") reading = false;
      if (!WITHIN_LINE.has(name) && !READING.has(name)) piece = "\n";
    }
    if (piece === "" || (piece === "\n" && pieces.at(-1) === "\n")) continue;
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join("");
}

/** The text of tokens as cleaned paragraphs. Takes time linear in the tokens. */
export function textOfTokens(tokens: Iterable<Token>): string {
  return cleanParagraphs(rawText(tokens).split("\n"));
}

/** The text of markup as cleaned paragraphs. Takes time linear in the markup's length. */
export const markupText = (html: string): string => textOfTokens(markupTokens(html));
