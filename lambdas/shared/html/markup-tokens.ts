import { Tokenizer } from "htmlparser2";

interface Tag {
  /** In lower case. */
  readonly name: string;
  /** The values by names in lower case; the first of a name counts; "" for an attribute without a value. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** A token of a page. Character references are decoded, and elements are not nested. */
export type MarkupToken =
  /** Text between two tags, without the comments in it. A long one is several tokens. */
  | { readonly kind: "text"; readonly text: string }
  | (Tag & { readonly kind: "start" })
  | { readonly kind: "end"; readonly name: string }
  /** The start tag of an element whose content is not split. */
  | (Tag & { readonly kind: "opaque" })
  /** The text inside of an opaque element, at its end tag; a very long one is cut. */
  | (Tag & { readonly kind: "inside"; readonly text: string });

// Elements whose content is not markup (script, title), not shown (template, noscript), or shown but no text to read (svg,
// select).
export const OPAQUE: ReadonlySet<string> = new Set(
  "audio button canvas iframe noembed noframes noscript object script select style svg template textarea title video".split(
    " ",
  ),
);
/** Those of them whose content is markup. */
const OF_MARKUP: readonly string[] = ["audio", "button", "canvas", "object", "select", "svg", "video"];
/** The elements in which others may have the names of HTML. */
export const FOREIGN: ReadonlySet<string> = new Set(["math", "svg"]);

/** The elements of MathML, by their names: one that closes itself is empty. */
const OF_MATH = /^(?:annotation|m(?!a(?:in|p|rk|rquee)$|e(?:nu|ta|ter)$)[a-z]+|none|semantics)$/;

/** How many attributes of a tag are read. */
const MAX_ATTRIBUTES = 200;
/**
 * The longest value of an attribute, which is left out beyond it, and of a text inside of an opaque element, in pieces:
 * each character reference is one, and takes more memory than its markup.
 */
const MAX_PIECES = 100_000;
/** The length of the pieces in which a page is split, so that its reader may stop early. */
const PIECE = 16 * 1_024;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const skip = () => undefined;

function add(pieces: string[], more: string): void {
  if (pieces.length <= MAX_PIECES) pieces.push(more);
}

/**
 * Splits markup into tokens while it arrives, in time linear in its length. Left out are comments, declarations, tags
 * that were cut off, and the content of an opaque element without an end. The library's own parser has a list of all
 * open elements, which it searches at each end tag: it takes time quadratic in them.
 *
 * @param slice a part of what has arrived
 * @param withoutEnd called at the end for an opaque element without an end: its name, and where its content begins
 * @returns takes a further piece, null at the end, and returns the tokens that end in it
 */
export function markupSplitter(
  slice: (start: number, end: number) => string,
  opaque = OPAQUE,
  withoutEnd: (name: string, contentAt: number) => void = skip,
): (piece: string | null) => readonly MarkupToken[] {
  let tokens: MarkupToken[] = [];
  let text: string[] = [];
  let name = "";
  let attributes: Map<string, string> | null = null;
  let attribute = "";
  let value: string[] = [];
  let around: (Tag & { readonly contentAt: number }) | null = null;

  const endText = () => {
    if (around !== null || text.length === 0) return;
    tokens.push({ kind: "text", text: text.join("") });
    text = [];
  };
  const start = (tagEnd: number) => {
    if (around !== null) return;
    endText();
    const read = attributes ?? NO_ATTRIBUTES;
    // The content of a declarative shadow root is shown.
    if (opaque.has(name) && !read.has("shadowrootmode")) around = { name, attributes: read, contentAt: tagEnd + 1 };
    tokens.push({ kind: around === null ? "start" : "opaque", name, attributes: read });
  };
  const end = (ended: string) => {
    if (around === null) {
      endText();
      tokens.push({ kind: "end", name: ended });
    } else if (around.name === ended) {
      tokens.push({ kind: "inside", name: ended, attributes: around.attributes, text: text.join("") });
      text = [];
      around = null;
    }
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext(from, to) {
        add(text, slice(from, to));
      },
      ontextentity(point) {
        add(text, String.fromCodePoint(point));
      },
      onopentagname(from, to) {
        name = slice(from, to).toLowerCase();
        attributes = null;
      },
      onattribname(from, to) {
        attribute = slice(from, to).toLowerCase();
        value = [];
      },
      onattribdata(from, to) {
        add(value, slice(from, to));
      },
      onattribentity(point) {
        add(value, String.fromCodePoint(point));
      },
      onattribend() {
        attributes ??= new Map();
        if (attributes.size === MAX_ATTRIBUTES || attributes.has(attribute) || value.length > MAX_PIECES) return;
        attributes.set(attribute, value.join(""));
      },
      onopentagend: start,
      onselfclosingtag(tagEnd) {
        start(tagEnd);
        if (FOREIGN.has(name) || OF_MATH.test(name)) end(name);
      },
      onclosetag(from, to) {
        end(slice(from, to).toLowerCase());
      },
      // A drawing's <title/> is empty, where a page's would last to its end tag.
      isInForeignContext: () => around !== null && FOREIGN.has(around.name),
      oncomment: skip,
      oncdata: skip,
      ondeclaration: skip,
      onprocessinginstruction: skip,
      onend: skip,
    },
  );
  return (piece) => {
    if (piece === null) tokenizer.end();
    else tokenizer.write(piece);
    if (piece === null && around !== null) withoutEnd(around.name, around.contentAt);
    endText();
    const ended = tokens;
    tokens = [];
    return ended;
  };
}

/**
 * The tokens of a page, in the order of its markup. Behind an element of markup whose end tag is missing, which browsers end
 * by other rules, the content of all such elements is split, so that the rest of the page is not lost.
 */
export function* markupTokens(html: string, opaque = OPAQUE): Generator<MarkupToken, void, undefined> {
  let rest: string | null = null;
  const split = markupSplitter(
    (start, end) => html.slice(start, end),
    opaque,
    (name, contentAt) => {
      if (OF_MARKUP.includes(name)) rest = html.slice(contentAt);
    },
  );
  for (let at = 0; at < html.length; at += PIECE) yield* split(html.slice(at, at + PIECE));
  yield* split(null);
  if (rest !== null) yield* markupTokens(rest, new Set([...opaque].filter((name) => !OF_MARKUP.includes(name))));
}
