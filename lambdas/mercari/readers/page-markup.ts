import { closingTag, declarationEnd, foundFrom, tagEnd } from "../../shared/html/markup.ts";

// The site keeps all its sentences, those of missing listings among them, in the scripts of every page.
const NEVER_SHOWN = new Set("iframe noembed noframes noscript script style template textarea title xmp".split(" "));

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Deeper than any page is nested, so that nothing that follows the nesting can run out of stack or time. */
const MAX_DEPTH = 1_000;
/** Twenty times as many elements as a page of 120 listings has: each costs memory in the tree. */
const MAX_ELEMENTS = 50_000;

// What has another form is text to the parser, so it is text here.
const NAME = /[a-z][-.:\w]*(?=\s|\/?>)/iy;
const ENDS_VALUE = /[\s"'>]/;
const NOT_WHITE = /\S/g;

/** Whether the slash at the end of a tag belongs to a value without quotes. @param slash its place */
function isOfValue(html: string, slash: number): boolean {
  for (let at = slash - 1; at >= 0; at -= 1) {
    const character = html.charAt(at);
    if (character === "=") return true;
    if (ENDS_VALUE.test(character)) return false;
  }
  return false;
}

/**
 * The markup of a document without what nobody sees: comments, scripts and the like. Each element that is left has its
 * end, as browsers give it: an end tag closes what was left open inside, one without a beginning is dropped. Takes time
 * linear in the document's length. Never throws.
 *
 * @returns null for a document that was cut off, which is one that does not end with `</html>`; nothing for one that is
 *   nested, or has elements, beyond reason.
 */
export function pageMarkup(html: string): string | null {
  const kept: string[] = [];
  const open: string[] = [];
  /** How many elements of a name are open. */
  const openNamed = new Map<string, number>();
  let keptTo = 0;
  let ended = false;
  let at = 0;
  let elements = 0;
  /** Keeps what came before a piece of the document, and something else in its place. */
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
      // A bracket that opens nothing is text.
      at = bracket + 1;
      ended = false;
      continue;
    }
    const end = tagEnd(html, NAME.lastIndex);
    if (end === -1) return null;
    at = end;
    ended = isEndTag && name === "html";
    if (isEndTag) {
      // What is found is closed, so that the search costs no more than what was opened before it.
      const depth = (openNamed.get(name) ?? 0) === 0 ? -1 : open.lastIndexOf(name);
      if (depth === open.length - 1 && depth !== -1) {
        open.pop();
        count(name, -1);
      } else replace(bracket, end, depth === -1 ? "" : closed(depth));
      continue;
    }
    const closesItself = html[end - 2] === "/" && !isOfValue(html, end - 2);
    // Drawings have titles of their own, which may close themselves.
    if (NEVER_SHOWN.has(name) && !(name === "title" && closesItself)) {
      const closer = closingTag(html, name, end);
      if (closer === null) return null;
      at = closer.end;
      replace(bracket, at, "");
      continue;
    }
    if (name === "li" && open.at(-1) === "li") replace(bracket, bracket, closed(open.length - 1));
    // The parser would end a tag at a bracket in a value.
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
