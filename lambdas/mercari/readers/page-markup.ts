import { closingTag, declarationEnd, foundFrom, tagEnd } from "../../shared/html/markup.ts";

// The scripts of every page contain all sentences of the site, also the one that states a deletion.
const NEVER_SHOWN = new Set("iframe noembed noframes noscript script style template textarea title xmp".split(" "));

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Deeper than the nesting of any page, and shallow enough that no recursion over it exhausts the stack. */
const MAX_DEPTH = 1_000;
/** Twenty times the elements of a page of 120 listings. The limit is there because each element takes memory in the tree. */
const MAX_ELEMENTS = 50_000;

// The parser takes other names as text, so this reader does, too.
const NAME = /[a-z][-.:\w]*(?=\s|\/?>)/iy;
const ENDS_VALUE = /[\s"'>]/;
const NOT_WHITE = /\S/g;

/** Whether the slash at the end of a tag is part of an unquoted value. @param slash its index */
function isOfValue(html: string, slash: number): boolean {
  for (let at = slash - 1; at >= 0; at -= 1) {
    const character = html.charAt(at);
    if (character === "=") return true;
    if (ENDS_VALUE.test(character)) return false;
  }
  return false;
}

/**
 * The markup of a document without its invisible parts: comments, scripts and the like. Each remaining element has an end
 * tag, as browsers would parse it: an end tag closes the elements that are still open inside, an end tag without a start tag
 * is dropped. Takes time linear in the document's length. Never throws.
 *
 * @returns null for a document that was cut off, that is, one that does not end with `</html>`; "" for a document with more
 * nesting or more elements than the limits
 */
export function pageMarkup(html: string): string | null {
  const kept: string[] = [];
  const open: string[] = [];
  /** How many elements of each name are open. */
  const openNamed = new Map<string, number>();
  let keptTo = 0;
  let ended = false;
  let at = 0;
  let elements = 0;
  /** Keeps the document up to `from`, and replaces the part from `from` to `to`. */
  const replace = (from: number, to: number, instead: string) => {
    kept.push(html.slice(keptTo, from), instead);
    keptTo = to;
  };
  const count = (name: string, step: 1 | -1) => openNamed.set(name, (openNamed.get(name) ?? 0) + step);
  const closed = (depth: number) => {
    const names = open.splice(depth).reverse();
    for (const name of names) count(name, -1);
    return names.map((name) => `</${name}>`).join("");
  };

  for (let bracket = html.indexOf("<"); bracket !== -1; bracket = html.indexOf("<", at)) {
    if (ended && (foundFrom(NOT_WHITE, html, at)?.index ?? bracket) < bracket) ended = false;
    const mark = html[bracket + 1];
    if (mark === "!" || mark === "?") {
      at = declarationEnd(html, bracket);
      if (at === -1) return null;
      replace(bracket, at, "");
      continue;
    }
    const isEndTag = mark === "/";
    const name = foundFrom(NAME, html, bracket + (isEndTag ? 2 : 1))?.[0].toLowerCase();
    if (name === undefined) {
      // A `<` that begins no tag is text.
      at = bracket + 1;
      ended = false;
      continue;
    }
    const end = tagEnd(html, NAME.lastIndex);
    if (end === -1) return null;
    at = end;
    ended = isEndTag && name === "html";
    if (isEndTag) {
      // The element that this search finds is closed, so that all searches together take time linear in the elements.
      const depth = (openNamed.get(name) ?? 0) === 0 ? -1 : open.lastIndexOf(name);
      if (depth === open.length - 1 && depth !== -1) {
        open.pop();
        count(name, -1);
      } else replace(bracket, end, depth === -1 ? "" : closed(depth));
      continue;
    }
    const closesItself = html[end - 2] === "/" && !isOfValue(html, end - 2);
    // An SVG has its own `title` elements, which may be self-closing.
    if (NEVER_SHOWN.has(name) && !(name === "title" && closesItself)) {
      const closer = closingTag(html, name, end);
      if (closer === null) return null;
      at = closer.end;
      replace(bracket, at, "");
      continue;
    }
    if (name === "li" && open.at(-1) === "li") replace(bracket, bracket, closed(open.length - 1));
    // The parser would end the tag at a `>` in a value.
    if (html.indexOf(">", bracket) < end - 1) {
      replace(bracket, end, `${html.slice(bracket, end - 1).replaceAll(">", "&gt;")}>`);
    }
    if (!closesItself && !VOID.has(name)) {
      open.push(name);
      count(name, 1);
    }
    elements += 1;
    if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) return "";
  }
  if (!ended || foundFrom(NOT_WHITE, html, at) !== null) return null;
  replace(html.length, html.length, closed(0));
  return kept.join("");
}
