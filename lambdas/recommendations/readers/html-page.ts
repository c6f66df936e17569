import type { DefaultTreeAdapterTypes } from "parse5";
import { defaultTreeAdapter, html, parse } from "parse5";
import { MAX_ADDRESS, pageBase } from "../../shared/html/page-address.ts";

/** An element that has attributes. */
export interface PageElement {
  /** In lower case but for some of SVG. */
  readonly name: string;
  /** Of SVG or MathML, whose elements may have the names of HTML's. */
  readonly foreign: boolean;
  /** By name in lower case, with `xlink:href` as `href`; their values decoded. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface HtmlPage {
  /** The address against which the page's links are resolved. */
  readonly base: URL;
  /**
   * In document order, those with attributes, each made when it is asked for. Nothing of comments, templates or elements
   * whose inside is text.
   */
  readonly elements: Iterable<PageElement>;
}

type Node = DefaultTreeAdapterTypes.Node;

/** What of a page is read, in elements: several times what a megabyte of any honest page has. */
const MAX_ELEMENTS = 105_000;

class EnoughElements extends Error {}

/** Whether an answer is read as a page. One without a type is, as browsers do; other texts have no such elements. */
export function isHtml(mediaType: string): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml" || mediaType === "";
}

/**
 * The tree that browsers make of a page. Its size is limited while it grows: by the rules of HTML each paragraph opens
 * again what formatting was left open in the one before, so that a small page can stand for a tree of its length squared.
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
    // Nothing is read of texts.
    insertText: () => undefined,
    insertTextBefore: () => undefined,
  };
  try {
    // Nobody here runs scripts: what stands in a noscript is part of the page.
    parse(page, { scriptingEnabled: false, treeAdapter });
  } catch (error) {
    if (!(error instanceof EnoughElements)) throw error;
  }
  return document;
}

function* elementsOf(root: Node): Generator<PageElement, void, undefined> {
  // An element that is opened again shares the attributes of the first, and says nothing new.
  const seen = new Set<unknown>();
  // A list of its own instead of calls: the depth of a page is the sender's choice.
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

/** The first base that has an address decides, wherever it stands, and none if that one is unusable (HTML, 4.2.3). */
function baseOf(elements: Iterable<PageElement>, url: URL): URL {
  const own = pageBase(url);
  let href: string | undefined;
  for (const { name, foreign, attributes } of elements) {
    if (name === "base" && !foreign) href = attributes.get("href");
    if (href !== undefined) break;
  }
  if (href === undefined || href.length > MAX_ADDRESS) return own;
  const base = URL.parse(href, own.href);
  const isUsable = base !== null && base.protocol !== "data:" && base.protocol !== "javascript:";
  return isUsable && base.href.length <= MAX_ADDRESS ? base : own;
}

/**
 * Reads a page by the rules that browsers read it by. Malformed and cut-off pages have a meaning too; what comes after
 * the first 105,000 elements is left out. Never throws, at any depth.
 *
 * @param page its decoded text.
 * @param url the address that answered, after redirects.
 */
export function readHtmlPage(page: string, url: URL): HtmlPage {
  const tree = treeOf(page);
  const elements = { [Symbol.iterator]: () => elementsOf(tree) };
  return { base: baseOf(elements, url), elements };
}
