import { FOREIGN, markupTokens } from "../../shared/html/markup-tokens.ts";
import { MAX_ADDRESS, pageBase } from "../../shared/html/page-address.ts";

/** An element with attributes. */
export interface PageElement {
  /** In lower case. */
  readonly name: string;
  /** Whether the element belongs to SVG or MathML, where elements may have the same names as in HTML. */
  readonly foreign: boolean;
  /** By name in lower case, with `xlink:href` of a drawing as `href`. The values are decoded. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface HtmlPage {
  /** The address against which the page's links are resolved. */
  readonly base: URL;
  /**
   * The elements in the order of their start tags, created on demand. Those in templates, and in elements that contain
   * text only, are left out.
   */
  readonly elements: Iterable<PageElement>;
}

// Elements that contain text only. This reader runs no scripts, so that the content of a noscript is part of the page.
const TEXT_ONLY = new Set("iframe noembed noframes plaintext script style textarea title xmp".split(" "));
/** The parts of drawings and formulas that contain HTML. */
const HTML_PARTS = new Set(["annotation-xml", "desc", "foreignobject"]);

/**
 * Whether a response is read as HTML. Like in browsers, this includes a response without a type. Other text formats have no
 * elements.
 */
export function isHtml(mediaType: string): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml" || mediaType === "";
}

function* elementsOf(page: string): Generator<PageElement, void, undefined> {
  let templates = 0;
  // The open drawings and formulas, and the parts of these that contain HTML.
  const around: string[] = [];
  for (const token of markupTokens(page, TEXT_ONLY)) {
    if (token.kind === "text" || token.kind === "inside") continue;
    const { kind, name } = token;
    if (name === "template") templates = Math.max(0, templates + (kind === "start" ? 1 : -1));
    if (kind === "end") {
      if (around.at(-1) === name) around.pop();
      continue;
    }
    if (FOREIGN.has(name) || (around.length > 0 && HTML_PARTS.has(name))) around.push(name);
    const foreign = FOREIGN.has(around.at(-1) ?? "");
    const attributes = foreign ? withPlainLinks(token.attributes) : token.attributes;
    if (templates === 0) yield { name, foreign, attributes };
  }
}

/** The attributes of a part of a drawing, in which the first link counts under either name. */
function withPlainLinks(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const renamed = Array.from(attributes, ([name, value]) => [name.replace(/^xlink:(?=href$)/, ""), value] as const);
  return new Map(renamed.reverse());
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
 * Reads a page in time linear in its length, also a malformed or cut-off one. Never throws, at any depth.
 *
 * @param page the decoded text
 * @param url the final address, after redirects
 */
export function readHtmlPage(page: string, url: URL): HtmlPage {
  const elements = { [Symbol.iterator]: () => elementsOf(page) };
  return { base: baseOf(elements, url), elements };
}
