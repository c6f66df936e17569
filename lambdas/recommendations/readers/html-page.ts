import type { DefaultTreeAdapterTypes } from "parse5";
import { defaultTreeAdapter, html, parse } from "parse5";
import { MAX_ADDRESS, pageBase } from "../../shared/html/page-address.ts";

/** An element with attributes. */
export interface PageElement {
  /** In lower case, except for some SVG elements. */
  readonly name: string;
  /** Whether the element belongs to SVG or MathML, where elements may have the same names as in HTML. */
  readonly foreign: boolean;
  /** By name in lower case, with `xlink:href` as `href`. The values are decoded. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface HtmlPage {
  /** The address against which the page's links are resolved. */
  readonly base: URL;
  /**
   * The elements with attributes in document order, created on demand. Comments, templates and elements that contain text
   * only are left out.
   */
  readonly elements: Iterable<PageElement>;
}

type Node = DefaultTreeAdapterTypes.Node;

/** How many elements of a page are read: several times the elements of an ordinary page of a megabyte. */
const MAX_ELEMENTS = 105_000;

class EnoughElements extends Error {}

/**
 * Whether a response is read as HTML. Like in browsers, this includes a response without a type. Other text formats have no
 * elements.
 */
export function isHtml(mediaType: string): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml" || mediaType === "";
}

/**
 * The tree that browsers build from a page. The tree's size is limited while it grows: HTML requires that each paragraph
 * reopens the formatting elements that the previous one left open, so that a tree may grow with the square of the page's
 * length.
 */
function treeOf(page: string): Node {
  let made = 0;
  let document = defaultTreeAdapter.createDocument();
  const treeAdapter = {
    ...defaultTreeAdapter,
    createDocument() {
      document = defaultTreeAdapter.createDocument();
      return document;
    },
    createElement(...args: Parameters<typeof defaultTreeAdapter.createElement>) {
      made += 1;
      if (made > MAX_ELEMENTS) throw new EnoughElements();
      return defaultTreeAdapter.createElement(...args);
    },
    // Texts are not read.
    insertText: () => undefined,
    insertTextBefore: () => undefined,
  };
  try {
    // This reader runs no scripts, so that the content of a noscript is part of the page.
    parse(page, { scriptingEnabled: false, treeAdapter });
  } catch (error) {
    if (!(error instanceof EnoughElements)) throw error;
  }
  return document;
}

function* elementsOf(root: Node): Generator<PageElement, void, undefined> {
  // A reopened element shares the attributes of the first one and adds nothing.
  const seen = new Set<unknown>();
  // A list instead of recursion: an untrusted page decides how deep its tree is.
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("attrs" in node && node.attrs.length > 0 && !seen.has(node.attrs)) {
      seen.add(node.attrs);
      const attributes = new Map<string, string>();
      for (const { name, value } of node.attrs) if (!attributes.has(name)) attributes.set(name, value);
      yield { name: node.tagName, foreign: node.namespaceURI !== html.NS.HTML, attributes };
    }
    if (!("childNodes" in node)) continue;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}

/**
 * The first base with an `href` decides, at any place in the document. If its address is unusable, there is no base (HTML,
 * 4.2.3).
 */
function baseOf(elements: Iterable<PageElement>, url: URL): URL {
  const own = pageBase(url);
  let href: string | undefined;
  for (const { name, foreign, attributes } of elements) {
    if (name === "base" && !foreign) href = attributes.get("href");
    if (href !== undefined) break;
  }
  if (href === undefined) return own;
  const base = URL.parse(href, own.href);
  const isUsable = base !== null && base.protocol !== "data:" && base.protocol !== "javascript:";
  return isUsable && base.href.length <= MAX_ADDRESS ? base : own;
}

/**
 * Parses a page by the rules of browsers, which include malformed and cut-off pages. Elements after the first 105,000 are
 * ignored. Never throws, at any depth.
 *
 * @param page the decoded text
 * @param url the final address, after redirects
 */
export function readHtmlPage(page: string, url: URL): HtmlPage {
  const tree = treeOf(page);
  const elements = { [Symbol.iterator]: () => elementsOf(tree) };
  return { base: baseOf(elements, url), elements };
}
