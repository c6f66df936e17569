import { closingTag, declarationEnd, foundFrom, tagEnd } from "../../shared/html/markup.ts";
import { Element, Text } from "./page-tree.ts";

// The scripts of every page contain all sentences of the site, also the one that states a deletion.
const NEVER_SHOWN = new Set("iframe noembed noframes noscript script style template textarea title xmp".split(" "));

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Deeper than the nesting of any page, and shallow enough that no recursion over it exhausts the stack. */
const MAX_DEPTH = 1_000;
/** Twenty times the elements of a page of 120 listings. The limit is there because each element takes memory in the tree. */
const MAX_ELEMENTS = 50_000;

// No page of the site has other names; a `<` before one is text.
const NAME = /[a-z][-.:\w]*(?=\s|\/?>)/iy;
const ENDS_VALUE = /[\s"'>]/;
const NOT_WHITE = /\S/g;

/**
 * Whether the slash at the end of a tag is part of an unquoted value.
 *
 * @param bracket the index of the tag's beginning
 * @param slash that of the slash
 */
function isOfValue(html: string, bracket: number, slash: number): boolean {
  for (let at = slash - 1; at > bracket; at -= 1) {
    const character = html.charAt(at);
    if (character === "=") return true;
    if (ENDS_VALUE.test(character)) return false;
  }
  return false;
}

/** Builds a tree in the order of its document. */
class TreeBuilder {
  readonly root = new Element("", "", null);
  readonly #open: Element[] = [this.root];
  /** How many elements of each name are open. */
  readonly #openNamed = new Map<string, number>();
  #elements = 0;
  #raw = "";

  get #parent(): Element {
    return this.#open.at(-1) ?? this.root;
  }

  get isTooLarge(): boolean {
    return this.#open.length > MAX_DEPTH + 1 || this.#elements > MAX_ELEMENTS;
  }

  /** Continues the text before it, if no tag that counts is between the two. */
  text(raw: string): void {
    this.#raw += raw;
  }

  /** @param isEmpty whether the element has no content, and so no end tag */
  start(name: string, markup: string, isEmpty: boolean): void {
    this.#endText();
    if (name === "li" && this.#parent.name === "li") this.#close(this.#open.length - 1);
    const element = new Element(name, markup, this.#parent);
    this.#parent.children.push(element);
    this.#elements += 1;
    if (isEmpty) return;
    this.#open.push(element);
    this.#count(name, 1);
  }

  /** Closes the innermost element of this name, and the elements that are still open inside; nothing if there is none. */
  end(name: string): void {
    // The element that the search finds is closed, so that all searches together take time linear in the elements.
    if ((this.#openNamed.get(name) ?? 0) === 0) return;
    this.#endText();
    this.#close(this.#open.findLastIndex((element) => element.name === name));
  }

  #close(depth: number): void {
    for (const { name } of this.#open.splice(depth)) this.#count(name, -1);
  }

  #count(name: string, step: 1 | -1): void {
    this.#openNamed.set(name, (this.#openNamed.get(name) ?? 0) + step);
  }

  #endText(): void {
    if (this.#raw !== "") this.#parent.children.push(new Text(this.#raw));
    this.#raw = "";
  }

  /** The whole tree, after the last tag and text. */
  built(): Element {
    this.#endText();
    return this.root;
  }
}

/**
 * The tree of a document without its invisible parts: comments, scripts and the like. As in browsers, an end tag closes the
 * elements that are still open inside, and an end tag without a start tag counts for nothing. Takes time linear in the
 * document's length. Never throws.
 *
 * @returns null for a document that was cut off, that is, one that does not end with `</html>`; an empty tree for a document
 *   with more nesting or more elements than the limits
 */
export function parsedPage(html: string): Element | null {
  const tree = new TreeBuilder();
  let ended = false;
  let at = 0;
  for (let bracket = html.indexOf("<"); bracket !== -1; bracket = html.indexOf("<", at)) {
    if (ended && (foundFrom(NOT_WHITE, html, at)?.index ?? bracket) < bracket) ended = false;
    tree.text(html.slice(at, bracket));
    const mark = html[bracket + 1];
    if (mark === "!" || mark === "?") {
      at = declarationEnd(html, bracket);
      if (at === -1) return null;
      continue;
    }
    const isEndTag = mark === "/";
    const name = foundFrom(NAME, html, bracket + (isEndTag ? 2 : 1))?.[0].toLowerCase();
    if (name === undefined) {
      // A `<` that begins no tag is text.
      tree.text("<");
      at = bracket + 1;
      ended = false;
      continue;
    }
    const end = tagEnd(html, NAME.lastIndex);
    if (end === -1) return null;
    at = end;
    ended = isEndTag && name === "html";
    if (isEndTag) {
      tree.end(name);
      continue;
    }
    const closesItself = html[end - 2] === "/" && !isOfValue(html, bracket, end - 2);
    // An SVG has its own `title` elements, which may be self-closing.
    if (NEVER_SHOWN.has(name) && !(name === "title" && closesItself)) {
      const closer = closingTag(html, name, end);
      if (closer === null) return null;
      at = closer.end;
      continue;
    }
    tree.start(name, html.slice(bracket, end), closesItself || VOID.has(name));
    if (tree.isTooLarge) return new Element("", "", null);
  }
  return ended && foundFrom(NOT_WHITE, html, at) === null ? tree.built() : null;
}
