import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import {
  AROUND,
  bodyText,
  decodedEntities,
  EMPTY,
  INLINE,
  markupText,
  READING,
} from "../../shared/html/markup-text.ts";
import { markupTokens, tagAttributes } from "../../shared/html/markup-tokens.ts";

// What a page may be to be made a DOM of and searched for its article. Measured with pages made to be dear: 3,000 elements
// take up to 50 MB above idle and 0.4 s, 8,000 up to 108 MB, and 4 MB of tags would hold 1,400,000. Time grows with the
// depth: with 3,000 elements a hundred deep it is 0.2 s, with nested tables up to two hundred deep it was 1.3 s.
const MAX_ELEMENTS = 3000;
const MAX_DEPTH = 100;
/** In code units. */
const MAX_MARKUP = 500_000;

/** Articles shorter than this are searched for again, less strictly, in code units. Japanese says much in few. */
const SHORT_ARTICLE = 200;

// All that tells an article from what stands around it.
const TELLING = new Set(["aria-hidden", "class", "hidden", "href", "id", "itemprop", "rel", "role", "style"]);
const MAX_VALUE = 300;
// What a text has, while it is part of a DOM, instead of the characters that a DOM writes as entities: Readability writes and
// parses the page anew, and the parser makes a node of each entity. They are no characters at all (Unicode, 23.7), and no
// text is given any.
const LESS_THAN = "\ufdd0";
const AMPERSAND = "\ufdd1";
const GREATER_THAN = "\ufdd2";
const STAND_INS = /[\ufdd0-\ufdd2]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  [LESS_THAN]: "&lt;",
  [AMPERSAND]: "&amp;",
  [GREATER_THAN]: "&gt;",
};

/** White space in which no line of a preformatted text ends. */
const NOT_A_LINE_END = /[^\S\n]+/g;

/** A text as one node of a DOM that is made of it, its entities decoded. */
function asOneNode(raw: string): string {
  const decoded = decodedEntities(raw).replace(STAND_INS, "");
  return decoded.replaceAll("<", LESS_THAN).replaceAll("&", AMPERSAND).replaceAll(">", GREATER_THAN);
}

/** Markup or a text of that DOM with its own characters again, as they are written in markup. */
function withEntities(markup: string): string {
  return markup.replace(STAND_INS, (standIn) => ENTITIES[standIn] ?? "");
}

// The document is given its own, whatever there is of them in the page.
const ROOTS = new Set(["html", "head", "body"]);

function tellingAttributes(tag: { name: string; markup: string }): string {
  return Array.from(tagAttributes(tag, TELLING), ([name, value]) =>
    value.length > MAX_VALUE ? "" : ` ${name}="${value.replaceAll('"', "&quot;")}"`,
  ).join("");
}

/**
 * The page without what no article needs: scripts, pictures, navigation, the looks of words. Null if what is left would
 * still cost too much.
 */
function leanMarkup(html: string): string | null {
  const pieces: string[] = [];
  let length = 0;
  let elements = 0;
  let outside = 0;
  let preformatted = 0;
  let reading = false;
  let text = "";
  const keep = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const endText = () => {
    // White space says nothing, but to search a text for an article takes time and memory for every character.
    const piece = asOneNode(text);
    if (piece !== "") keep(preformatted === 0 ? piece.replace(/\s+/g, " ") : piece.replace(NOT_A_LINE_END, " "));
    text = "";
  };
  for (const token of markupTokens(html)) {
    if (token.kind === "opaque") continue;
    if (token.kind === "text") {
      if (!reading && outside === 0) text += token.text;
    } else {
      const { kind, name } = token;
      const step = kind === "start" ? 1 : -1;
      if (READING.has(name)) reading = kind === "start";
      else if (!INLINE.has(name) || name === "ruby") reading = false;
      if (AROUND.has(name)) outside = Math.max(0, outside + step);
      if (outside > 0 || [AROUND, EMPTY, INLINE, READING, ROOTS].some((left) => left.has(name))) continue;
      endText();
      if (name === "pre") preformatted = Math.max(0, preformatted + step);
      // An end tag that ends nothing is a paragraph or line break of its own.
      if (kind === "start" || name === "p" || name === "br") elements += 1;
      keep(kind === "start" ? `<${name}${tellingAttributes(token)}>` : `</${name}>`);
    }
    if (length + text.length > MAX_MARKUP || elements > MAX_ELEMENTS) return null;
  }
  endText();
  return pieces.join("");
}

/** The part of a DOM that is walked through here. */
interface ElementLinks {
  readonly firstElementChild: ElementLinks | null;
  readonly nextElementSibling: ElementLinks | null;
}

function isTooDeep(root: ElementLinks): boolean {
  const open = [{ element: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return true;
    for (let child = next.element.firstElementChild; child !== null; child = child.nextElementSibling) {
      open.push({ element: child, depth: next.depth + 1 });
    }
  }
  return false;
}

/** The article of a page that costs little enough, in clean paragraphs; null or empty where none is found. */
function articleText(html: string, title: string): string | null {
  const lean = leanMarkup(html);
  if (lean === null) return null;
  // The title is for telling a heading that only repeats it.
  const head = `<head><title>${asOneNode(title)}</title></head>`;
  const document = new DOMParser().parseFromString(`<html>${head}<body>${lean}</body></html>`, "text/html");
  if (isTooDeep(document.documentElement)) return null;
  try {
    const options = { charThreshold: SHORT_ARTICLE, disableJSONLD: true, keepClasses: true };
    return markupText(withEntities(new Readability(document, options).parse()?.content ?? ""));
  } catch {
    // It is made for pages that somebody wrote. One that breaks it still has a text.
    return null;
  }
}

/**
 * What a person would read of a page: its article, or where none is found, or the page costs too much to be searched for
 * one, whatever text it has outside of its navigation. Clean paragraphs with a line feed between them, at most 100,000
 * code units; empty for a page without text. Never throws.
 *
 * @param title the page's own, empty if it has none.
 */
export function readableText(html: string, title: string): string {
  return articleText(html, title) || bodyText(html);
}
