import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import { escaped } from "../../shared/html/escaped.ts";
import { AROUND, bodyText, EMPTY, INLINE, markupText, READING } from "../../shared/html/markup-text.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";

// The largest page of which a DOM is built to search for the article. Measured with the most expensive test pages: 3,000
// elements take up to 50 MB above idle and 0.4 s, 8,000 up to 108 MB, and 4 MB of tags would be 1,400,000 elements. Time
// grows with the depth: 3,000 elements take 0.2 s at a depth of one hundred, and took 1.3 s in nested tables at a depth of
// up to two hundred.
const MAX_ELEMENTS = 3000;
const MAX_DEPTH = 100;
/** In code units. */
const MAX_MARKUP = 500_000;

/**
 * If the article is shorter than this many code units, the search is repeated with less strict rules. Japanese needs few
 * characters for a text.
 */
const SHORT_ARTICLE = 200;

// The attributes by which an article is distinguished from the elements around it.
const TELLING = ["aria-hidden", "class", "hidden", "href", "id", "itemprop", "rel", "role", "style"];
const MAX_VALUE = 300;
// Replacements for the characters that a DOM writes as entities: Readability serializes the page and parses it again, and
// the parser makes a node of each entity. The replacements are noncharacters (Unicode, 23.7), and all of them are removed
// from the page's texts.
const LESS_THAN = "\ufdd0";
const AMPERSAND = "\ufdd1";
const GREATER_THAN = "\ufdd2";
const STAND_INS = /[\ufdd0-\ufdd2]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  [LESS_THAN]: "&lt;",
  [AMPERSAND]: "&amp;",
  [GREATER_THAN]: "&gt;",
};

/** A run of white space as one character: a line feed if it has one, since that ends the line of a preformatted text. */
const shortened = (text: string): string => text.replace(/\s+/g, (run) => (run.includes("\n") ? "\n" : " "));

/** A text as markup that becomes one node of the DOM. */
function asOneNode(text: string): string {
  return text
    .replace(STAND_INS, "")
    .replaceAll("<", LESS_THAN)
    .replaceAll("&", AMPERSAND)
    .replaceAll(">", GREATER_THAN);
}

/** Markup or text from that DOM, with the replaced characters as entities again. */
function withEntities(markup: string): string {
  return markup.replace(STAND_INS, (standIn) => ENTITIES[standIn] ?? "");
}

// The document has its own elements of these names; those of the page are skipped.
const ROOTS = new Set(["html", "head", "body"]);

function tellingAttributes(attributes: ReadonlyMap<string, string>): string {
  return TELLING.map((name) => {
    const value = attributes.get(name);
    return value === undefined || value.length > MAX_VALUE ? "" : ` ${name}="${escaped(value)}"`;
  }).join("");
}

/**
 * The markup of a page without the elements that no article needs: scripts, images, navigation, inline formatting. Null if
 * the rest still exceeds a limit.
 */
function leanMarkup(html: string): string | null {
  const pieces: string[] = [];
  let length = 0;
  let elements = 0;
  let outside = 0;
  let reading = false;
  let text = "";
  const keep = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const endText = () => {
    // Each character of a text costs time and memory in the search for the article.
    if (text !== "") keep(shortened(asOneNode(text)));
    text = "";
  };
  for (const token of markupTokens(html)) {
    if (token.kind === "opaque" || token.kind === "inside") continue;
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
      // A `</p>` or `</br>` without a start tag creates an element.
      if (kind === "start" || name === "p" || name === "br") elements += 1;
      keep(kind === "start" ? `<${name}${tellingAttributes(token.attributes)}>` : `</${name}>`);
    }
    if (length + text.length > MAX_MARKUP || elements > MAX_ELEMENTS) return null;
  }
  endText();
  return pieces.join("");
}

/** The part of the DOM's interface that is used here. */
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

/** The article of a page within the limits, as cleaned paragraphs; null or empty if none is found. */
function articleText(html: string, title: string): string | null {
  const lean = leanMarkup(html);
  if (lean === null) return null;
  // Readability uses the title to recognize a heading that only repeats it.
  const head = `<head><title>${asOneNode(title)}</title></head>`;
  const document = new DOMParser().parseFromString(`<html>${head}<body>${lean}</body></html>`, "text/html");
  if (isTooDeep(document.documentElement)) return null;
  try {
    const options = { charThreshold: SHORT_ARTICLE, disableJSONLD: true, keepClasses: true };
    return markupText(withEntities(new Readability(document, options).parse()?.content ?? ""));
  } catch {
    // Readability may throw for malformed pages. Such a page still has a text.
    return null;
  }
}

/**
 * The text that a person would read on a page: its article. If no article is found, or the page exceeds the limits of the
 * search, all text outside of the navigation. The paragraphs are cleaned and joined by line feeds, at most 100,000 code
 * units; empty for a page without text. Never throws.
 *
 * @param title the page's title, empty if it has none
 */
export function readableText(html: string, title: string): string {
  return articleText(html, title) || bodyText(html);
}
