import { Readability } from "@mozilla/readability";
import { DOMParser } from "linkedom";
import { escaped } from "../../shared/html/escaped.ts";
import { AROUND, EMPTY, INLINE, READING, textOfTokens } from "../../shared/html/markup-text.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";
import type { ContentHtml } from "./content-writer.ts";
import { InlineMarks, withoutMarks } from "./inline-marks.ts";
import { sanitizedHtml } from "./sanitized-html.ts";
import { keptAttributes, NONCHARACTERS } from "./search-attributes.ts";
import type { Note } from "./shown/page-edits.ts";
import type { ShownToken } from "./shown-tokens.ts";
import { ShownPage } from "./shown-tokens.ts";
import type { TreeElement } from "./simplify-tree.ts";
import { simplifyTree } from "./simplify-tree.ts";

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
export const SHORT_ARTICLE = 200;

// Replacements for the characters that a DOM writes as entities: Readability serializes the page and parses it again, and
// the parser makes a node of each entity. The replacements, like the marks of markup that is left out of the DOM, are
// noncharacters (Unicode, 23.7), and all of them are removed from the page's texts.
const LESS_THAN = "\ufdd0";
const AMPERSAND = "\ufdd1";
const GREATER_THAN = "\ufdd2";
const STAND_INS = /[\ufdd0-\ufdd2]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  [LESS_THAN]: "&lt;",
  [AMPERSAND]: "&amp;",
  [GREATER_THAN]: "&gt;",
};

/** White space as one character: a line feed if it contains one, since that ends the line of a preformatted text. */
const shortened = (text: string): string => text.replace(/\s+/g, (run) => (run.includes("\n") ? "\n" : " "));

/** A text as markup that becomes one node of the DOM. */
function asOneNode(text: string): string {
  return text
    .replace(NONCHARACTERS, "")
    .replaceAll("<", LESS_THAN)
    .replaceAll("&", AMPERSAND)
    .replaceAll(">", GREATER_THAN);
}

/** Markup or text from that DOM, with the replaced characters as entities again. */
function withEntities(markup: string): string {
  return markup.replace(STAND_INS, (standIn) => ENTITIES[standIn] ?? "");
}

/** The elements of a page's main content: a header outside them is that of the site. */
const MAIN = new Set(["article", "main"]);
const MAIN_TAG = /<(?:article|main)[\s>]/i;

// The document has its own elements of these names; those of the page are skipped. So is `picture`: Readability does not
// take it for a phrase, and its image stays.
const ROOTS = new Set(["html", "head", "body", "picture"]);

/** The page as it is searched for the article, and the parts that were left out of it. */
interface LeanPage {
  readonly markup: string;
  readonly marks: InlineMarks;
}

/**
 * A page without the elements that no article needs, such as scripts and navigation. Images and inline formatting become
 * marks in the texts. Null if the rest still exceeds a limit.
 */
function leanPage(page: ShownPage): LeanPage | null {
  const marks = new InlineMarks();
  const pieces: string[] = [];
  let length = 0;
  let elements = 0;
  let outside = 0;
  let preformatted = 0;
  let reading = false;
  let within = 0;
  let inHeader = 0;
  const hasMain = MAIN_TAG.test(page.html);
  let text = "";
  const keep = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const endText = () => {
    if (text !== "") keep(text);
    text = "";
  };
  for (const token of page.tokens()) {
    if (token.kind === "opaque" || token.kind === "inside") continue;
    if (token.kind === "note") text += outside > 0 || inHeader > 0 ? "" : marks.of(`<!--${token.note.start}-->`);
    else if (token.kind === "text") {
      if (outside > 0 || inHeader > 0) continue;
      // Each character of a text costs time and memory in the search for the article.
      const said = token.text.slice(0, MAX_MARKUP + 1);
      if (reading) text += marks.of(escaped(said));
      else if (preformatted > 0) text += withMarkedSpaces(asOneNode(said), marks);
      else text += asOneNode(shortened(token.text).slice(0, MAX_MARKUP + 1));
    } else {
      const { kind, name } = token;
      const step = kind === "start" ? 1 : -1;
      if (READING.has(name)) reading = kind === "start";
      else if (!INLINE.has(name) || name === "ruby") reading = false;
      if (MAIN.has(name)) {
        within = Math.max(0, within + step);
        inHeader = 0;
      }
      if (name === "header" && hasMain && within === 0) inHeader = Math.max(0, inHeader + step);
      if (AROUND.has(name)) outside = Math.max(0, outside + step);
      if (name === "pre") preformatted = Math.max(0, preformatted + step);
      if (outside > 0 || inHeader > 0 || ROOTS.has(name)) continue;
      if ([AROUND, EMPTY, INLINE, READING].some((left) => left.has(name))) {
        text += marks.ofTag(token);
      } else {
        endText();
        // A `</p>` or `</br>` without a start tag creates an element.
        if (kind === "start" || name === "p" || name === "br") elements += 1;
        keep(kind === "start" ? `<${name}${keptAttributes(token, within > 0)}>` : `</${name}>`);
      }
    }
    if (length + text.length > MAX_MARKUP || elements > MAX_ELEMENTS) return null;
  }
  endText();
  return { markup: pieces.join(""), marks };
}

/** A preformatted text with its runs of white space as one character, and a mark for the spaces after the end of a line. */
function withMarkedSpaces(text: string, marks: InlineMarks): string {
  return text.replace(/\s{2,}/g, (run) => {
    const at = Math.max(0, run.indexOf("\n"));
    return run.charAt(at) + marks.of(run.slice(at + 1));
  });
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

/** The markup of the article that Readability finds; null or empty if it finds none. */
function articleMarkup({ markup: lean, marks }: LeanPage, title: string): string | null {
  // Readability uses the title to recognize a heading that only repeats it.
  const head = `<head><title>${asOneNode(title)}</title></head>`;
  const document = new DOMParser().parseFromString(`<html>${head}<body>${lean}</body></html>`, "text/html");
  if (isTooDeep(document.documentElement)) return null;
  simplifyTree(document.body as unknown as TreeElement, marks);
  try {
    const options = { charThreshold: SHORT_ARTICLE, disableJSONLD: true, keepClasses: true };
    return new Readability(document, options).parse()?.content ?? null;
  } catch {
    // Readability may throw for malformed pages. Such a page still has a text.
    return null;
  }
}

/** The tokens outside of the navigation. */
function* bodyTokens(page: ShownPage): Generator<ShownToken, void, undefined> {
  let outside = 0;
  for (const token of page.tokens()) {
    const isAround = (token.kind === "start" || token.kind === "end") && AROUND.has(token.name);
    if (isAround) outside = Math.max(0, outside + (token.kind === "start" ? 1 : -1));
    else if (outside === 0) yield token;
  }
}

/** The readable text of a page. */
export interface ReadableText extends ContentHtml {
  /** Cleaned paragraphs, joined by line feeds, at most 100,000 code units; empty for a page without text. */
  readonly text: string;
}

const NOSCRIPT_TAG = /<\/?noscript\b[^<>]*>/gi;

/**
 * The text that a person would read on a page: its article. If no article is found, or the page exceeds the limits of the
 * search, all text outside the navigation; if there is none, the text that the page shows without script. Never throws.
 *
 * @param title the page's title, empty if it has none
 * @param base the address against which the page's links are resolved
 */
export function readableText(html: string, title: string, base: URL): ReadableText {
  const shown = shownText(html, title, base);
  if (shown.text !== "" || html.length > MAX_MARKUP || html.search(NOSCRIPT_TAG) === -1) return shown;
  const instead = shownText(html.replace(NOSCRIPT_TAG, ""), title, base);
  // A shorter text only says that the page needs a script.
  return instead.text.length < SHORT_ARTICLE ? shown : instead;
}

function shownText(html: string, title: string, base: URL): ReadableText {
  const page = new ShownPage(html);
  const { text, html: written, truncated } = pageText(page, title, base);
  return { text, html: written, truncated: truncated || page.isCut };
}

function pageText(page: ShownPage, title: string, base: URL): ReadableText {
  const lean = leanPage(page);
  const article = lean === null ? null : articleMarkup(lean, title);
  if (lean !== null && article !== null) {
    const markup = withEntities(article);
    const restored = lean.marks.restored(markup);
    const seen = new Set(Array.from(restored.matchAll(/<!--(\d+)-->/g), ([, start]) => Number(start)));
    const notes = missingNotes(page, markupTokens(restored), seen);
    const text = textOfTokens(joined(markupTokens(withoutMarks(markup)), page.tokensOf(notes)));
    if (text !== "") return { text, ...sanitizedHtml(joined(markupTokens(restored), page.tokensOf(notes)), base) };
  }
  const seen = new Set<number>();
  const notes = missingNotes(page, bodyTokens(page), seen);
  const body = () => joined(bodyTokens(page), page.tokensOf(notes));
  const text = textOfTokens(body());
  if (text !== "") return { text, ...sanitizedHtml(body(), base) };
  return { text: textOfTokens(page.tokens()), ...sanitizedHtml(page.tokens(), base) };
}

/**
 * The notes to which a text refers and which are not in it.
 *
 * @param seen the numbers of the notes that are in it; those among the tokens are added
 */
function missingNotes(page: ShownPage, tokens: Iterable<ShownToken>, seen: Set<number>): readonly Note[] {
  if (!page.hasNotes) return [];
  const ids = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "note") seen.add(token.note.start);
    const href = token.kind === "start" && token.name === "a" ? token.attributes.get("href") : undefined;
    const id = href?.split("#", 2)[1];
    if (id !== undefined) ids.add(id);
  }
  return page.notesOf(ids).filter(({ start }) => !seen.has(start));
}

function* joined<Token>(first: Iterable<Token>, second: Iterable<Token>): Generator<Token, void, undefined> {
  yield* first;
  yield* second;
}
