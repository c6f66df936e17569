import { closingTag, declarationEnd, foundFrom, tagEnd } from "./markup.ts";

/** A piece of a page as it was written: nothing is decoded, nothing nested. */
export type MarkupToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start" | "end"; readonly name: string; readonly markup: string }
  /** An element whose inside is no text of the page to walk through; `inside` is what stands between its tags. */
  | { readonly kind: "opaque"; readonly name: string; readonly markup: string; readonly inside: string };

// What is not markup (script, title), not shown (template, noscript), or shown but not read (svg, select).
const OPAQUE = new Set(
  "audio button canvas iframe noembed noframes noscript object script select style svg template textarea title video".split(
    " ",
  ),
);

const NAME = /[a-z][^\s/>]*/iy;

const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/g;
/** How far a tag is searched for attributes, in code units. */
const MAX_TAG = 20_000;

/**
 * Some attributes of a start tag, as they were written, by their names in lower case; of two with the same name the
 * first. One without a value is empty.
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
 * Walks through a page from its beginning, in time linear in its length and without keeping any of it: what a DOM costs
 * is decided by what is found here. Comments and declarations are left out, and so is what a cut left unfinished.
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
      // A bracket that opens nothing is text.
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
