import type { HTMLElement } from "node-html-parser";
import { parse } from "node-html-parser";
import { escaped } from "../../shared/html/escaped.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";

// The scripts of every page contain all sentences of the site, also the one that states a deletion.
const NEVER_SHOWN: ReadonlySet<string> = new Set(
  "iframe noembed noframes noscript script style svg template textarea title xmp".split(" "),
);
/** Elements without an end tag. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** The names of elements, and the attributes, that the readers of pages look at. */
const NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTES = [
  ...["aria-disabled", "aria-label", "class", "content", "data-src", "data-testid", "disabled", "hidden", "href", "id"],
  ...["name", "open", "property", "role", "src", "style"],
];

/** Ten times the nesting of any page. The open elements are searched at each end tag. */
const MAX_DEPTH = 250;
/** Ten times the elements of a page of 120 listings: each takes memory in the tree, and time in each search for a field. */
const MAX_ELEMENTS = 25_000;
/** Ten times the length of such a page's shown markup, in UTF-16 code units: each `>` of a text is escaped and read again. */
const MAX_LENGTH = 1_400_000;

/**
 * The tree of a document without its invisible parts: comments, scripts and the like. Takes time linear in the document's
 * length. Never throws.
 *
 * `node-html-parser` guesses where an end tag is missing, in time that grows with the square of the page's length. So the
 * tree is built from markup in which one pass of the tokenizer has limited the nesting and closed each element.
 *
 * @returns null for a document that was cut off, that is, one that does not end with `</html>`; an empty tree for a
 * document with more nesting, elements or shown markup than the limits
 */
export function parsedPage(html: string): HTMLElement | null {
  const closed = closedMarkup(html);
  return closed === null ? null : parse(closed, { blockTextElements: {}, parseNoneClosedTags: true });
}

/** The document's shown elements, each with its end tag; null for a document that was cut off, "" beyond the limits. */
function closedMarkup(html: string): string | null {
  const pieces: string[] = [];
  const open: string[] = [];
  let elements = 0;
  let length = 0;
  let hasEnded = false;
  const add = (piece: string) => {
    length += piece.length;
    pieces.push(piece);
  };
  const close = (depth: number) => {
    while (open.length > depth) add(`</${open.pop()}>`);
  };
  for (const token of markupTokens(html, NEVER_SHOWN)) {
    if (token.kind === "text") {
      if (token.text.trim() !== "") hasEnded = false;
      add(escaped(token.text));
    } else if (token.kind === "end") {
      const at = open.lastIndexOf(token.name);
      if (at === -1) continue;
      close(at);
      hasEnded = token.name === "html";
    } else if (token.kind !== "inside") {
      hasEnded = false;
      elements += 1;
      if (elements > MAX_ELEMENTS || open.length === MAX_DEPTH) return "";
      if (token.kind === "opaque" || !NAME.test(token.name)) continue;
      add(startTag(token));
      if (!VOID.has(token.name)) open.push(token.name);
    }
    if (length > MAX_LENGTH) return "";
  }
  close(0);
  // The tokenizer does not report a tag or comment that is cut off after `</html>`.
  return hasEnded && html.trimEnd().endsWith(">") ? pieces.join("") : null;
}

function startTag({ name, attributes }: { readonly name: string; readonly attributes: ReadonlyMap<string, string> }) {
  let tag = `<${name}`;
  for (const attribute of attributes.size === 0 ? [] : ATTRIBUTES) {
    const value = attributes.get(attribute);
    if (value !== undefined) tag += ` ${attribute}="${escaped(value)}"`;
  }
  return `${tag}>`;
}
