import { closingTag, declarationEnd, foundFrom, tagEnd } from "./markup.ts";

/** A token of a page, unchanged: entities are not decoded, and elements are not nested. */
export type MarkupToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start" | "end"; readonly name: string; readonly markup: string }
  /** An element whose content is not tokenized; `inside` is the content between its tags. */
  | { readonly kind: "opaque"; readonly name: string; readonly markup: string; readonly inside: string };

// Elements whose content is not markup (script, title), not shown (template, noscript), or shown but no text to read (svg,
// select).
const OPAQUE = new Set(
  "audio button canvas iframe noembed noframes noscript object script select style svg template textarea title video".split(
    " ",
  ),
);

const NAME = /[a-z][^\s/>]*/iy;

const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/g;
/** How many code units of a tag are searched for attributes. */
const MAX_TAG = 20_000;

/**
 * The requested attributes of a start tag, not decoded, by names in lower case. Of two with the same name the first counts.
 * An attribute without a value is "".
 */
export function tagAttributes(
  { name, markup }: { readonly name: string; readonly markup: string },
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, written = "", ...values] of markup.slice(1 + name.length, MAX_TAG).matchAll(ATTRIBUTE)) {
    const attribute = written.toLowerCase();
    if (!wanted.has(attribute) || attributes.has(attribute)) continue;
    attributes.set(attribute, values.find((value) => value !== undefined) ?? "");
  }
  return attributes;
}

/**
 * Splits a page into tokens, in time linear in its length and without storing them: its callers use it to decide whether a
 * DOM is affordable. Comments, declarations and tags that were cut off are left out.
 */
export function* markupTokens(html: string): Generator<MarkupToken, void, undefined> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open > at || open === -1) yield { kind: "text", text: html.slice(at, open === -1 ? undefined : open) };
    if (open === -1) return;
    const mark = html[open + 1];
    if (mark === "!" || mark === "?") {
      at = declarationEnd(html, open);
      if (at === -1) return;
      continue;
    }
    const closing = mark === "/";
    const name = foundFrom(NAME, html, open + (closing ? 2 : 1))?.[0].toLowerCase();
    if (name === undefined) {
      // A `<` that begins no tag is text.
      yield { kind: "text", text: "<" };
      at = open + 1;
      continue;
    }
    const end = tagEnd(html, NAME.lastIndex);
    if (end === -1) return;
    const markup = html.slice(open, end);
    at = end;
    if (closing || !OPAQUE.has(name)) {
      yield { kind: closing ? "end" : "start", name, markup };
      continue;
    }
    const closer = closingTag(html, name, end);
    if (closer === null) return;
    at = closer.end;
    yield { kind: "opaque", name, markup, inside: html.slice(end, closer.start) };
  }
}
