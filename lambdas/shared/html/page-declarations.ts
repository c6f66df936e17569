import { markupTokens } from "./markup-tokens.ts";
import { MAX_ADDRESS, pageBase } from "./page-address.ts";
import { unescapedText } from "./twice-escaped.ts";

// Limits of what is read, well above those of ordinary pages: elements, texts with one name, and code units.
const MAX_ELEMENTS = 500;
const MAX_LINKS = 300;
const MAX_SCRIPTS = 100;
const MAX_ALIKE = 3;
const MAX_CONTENT = 5000;
const MAX_JSON_LD = 200_000;

const NEXT = /^\s*(?:\w+\s+)?next\b/i;
const DECLARING = new Set(["html", "body", "base", "meta"]);

/** What a script writes for a value that it lacks. */
const NO_VALUE = /^\s*(?:undefined|null|\[object object\])\s*$/i;

interface Declaration {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface PageDeclarations {
  /** The `html`, `body`, `base` and `meta` elements, at any place in the page. */
  readonly elements: readonly Declaration[];
  /** The `link` elements, and the `a` elements that name the next page. */
  readonly links: readonly Declaration[];
  readonly titles: readonly string[];
  /** The text of the first main heading that has one; "" without one. */
  readonly heading: string;
  readonly jsonLd: readonly string[];
}

/**
 * Finds the declarations of a page, in time linear in its length. The markup is untrusted: the number of elements is
 * limited, and nesting is ignored. Never throws.
 */
export function pageDeclarations(html: string): PageDeclarations {
  const elements: Declaration[] = [];
  const links: Declaration[] = [];
  const titles: string[] = [];
  let heading = "";
  let inHeading = false;
  const jsonLd: string[] = [];
  let room = MAX_JSON_LD;
  for (const token of markupTokens(html)) {
    if ((token.kind === "start" || token.kind === "end") && token.name === "h1") {
      heading = heading.trim();
      inHeading = token.kind === "start" && heading === "";
    } else if (inHeading && heading.length < MAX_CONTENT) {
      if (token.kind === "text") heading += token.text.slice(0, MAX_CONTENT);
      else if (token.name === "br") heading += " ";
    }
    if (token.kind === "start") {
      if (DECLARING.has(token.name) && elements.length < MAX_ELEMENTS) elements.push(token);
      const isLink = token.name === "link" || (token.name === "a" && NEXT.test(token.attributes.get("rel") ?? ""));
      if (isLink && links.length < MAX_LINKS) links.push(token);
    }
    if (token.kind !== "inside") continue;
    const { name, attributes, text } = token;
    if (name === "title" && titles.length < MAX_ALIKE && !NO_VALUE.test(text))
      titles.push(unescapedText(text.slice(0, MAX_CONTENT)));
    if (name !== "script" || jsonLd.length === MAX_SCRIPTS || text.length > room) continue;
    if (/\bapplication\/ld\+json\b/i.test(attributes.get("type") ?? "")) {
      room -= text.length;
      jsonLd.push(text);
    }
  }
  return { elements, links, titles, heading: unescapedText(heading), jsonLd };
}

/**
 * Reads the `meta` elements of a page: the contents of those that have one of the given names in any of the name
 * attributes, at most three for each name and 5,000 code units of each, in the order of the names. Names are in lower
 * case.
 */
export function metaTexts({ elements }: PageDeclarations): (...names: string[]) => string[] {
  const contents = new Map<string, string[]>();
  for (const { name, attributes } of elements) {
    const written = attributes.get("content")?.slice(0, MAX_CONTENT);
    if (name !== "meta" || written === undefined || NO_VALUE.test(written)) continue;
    const content = unescapedText(written);
    const called = ["property", "name", "itemprop", "http-equiv"].map((key) => attributes.get(key)).find(Boolean) ?? "";
    // A property may be a list (RDFa 1.1, 5).
    for (const key of new Set(called.slice(0, MAX_CONTENT).trim().toLowerCase().split(/\s+/)))
      contents.set(key, [...(contents.get(key) ?? []), content].slice(0, MAX_ALIKE));
  }
  return (...names) => names.flatMap((name) => contents.get(name) ?? []);
}

/** An http or https address without credentials; null for any other text. */
export function webAddress(reference: string, base: URL): URL | null {
  const address = reference.trim();
  const url = address === "" ? null : URL.parse(address, base.href);
  if (url === null) return null;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.href.length <= MAX_ADDRESS ? url : null;
}

/** The address against which the page's links are resolved. */
export function baseAddress({ elements }: PageDeclarations, url: URL): URL {
  const own = pageBase(url);
  const base = elements.find(({ name, attributes }) => name === "base" && attributes.has("href"));
  return webAddress(base?.attributes.get("href") ?? "", own) ?? own;
}

/** The direction of text that the page's root or body declares; null if none does. */
export function declaredDirection({ elements }: PageDeclarations): "ltr" | "rtl" | null {
  for (const { name, attributes } of elements) {
    const direction = attributes.get("dir")?.trim().toLowerCase();
    if ((name === "html" || name === "body") && (direction === "ltr" || direction === "rtl")) return direction;
  }
  return null;
}

/** The address that a page names as its own (RFC 6596); null for a page that names several. */
export function canonicalAddress({ links }: PageDeclarations, base: URL): URL | null {
  const named = links.flatMap(({ attributes }) => {
    const isCanonical = /(?:^|\s)canonical(?:\s|$)/i.test(attributes.get("rel") ?? "");
    return isCanonical ? [webAddress(attributes.get("href") ?? "", base)?.href ?? ""] : [];
  });
  const [first = "", ...others] = new Set(named);
  return first === "" || others.length > 0 ? null : new URL(first);
}
