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
// A quote opens a value after an equals sign only: a stray one must not swallow the page.
const VALUE_OR_END = /=\s*(?:"[^"]*"|'[^']*')|>/g;

const searched = (pattern: RegExp, text: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from;
  return pattern.exec(text);
};

/** Where the tag that `from` lies in ends, past its bracket; -1 if it never does. */
function tagEnd(html: string, from: number): number {
  for (let at = from; ; at = VALUE_OR_END.lastIndex) {
    const found = searched(VALUE_OR_END, html, at);
    if (found === null) return -1;
    if (found[0] === ">") return VALUE_OR_END.lastIndex;
  }
}

/** Where a comment, doctype or the like that begins at `open` ends; -1 if it never does. */
function declarationEnd(html: string, open: number): number {
  // `<!-->` is a whole comment.
  const [terminator, from] = html.startsWith("<!--", open) ? ["-->", open + 2] : [">", open + 1];
  const end = html.indexOf(terminator, from);
  return end === -1 ? -1 : end + terminator.length;
}

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
    const name = searched(NAME, html, open + (closing ? 2 : 1))?.[0].toLowerCase();
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
    const closer = searched(new RegExp(`</${name}(?=[\\s/>])[^>]*>`, "gi"), html, end);
    if (closer === null) return;
    at = closer.index + closer[0].length;
    yield { kind: "opaque", name, markup, inside: html.slice(end, closer.index) };
  }
}
