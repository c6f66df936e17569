import type { MarkupToken } from "../../shared/html/markup-tokens.ts";
import { hasAddress } from "./content-image.ts";
import type { StartToken } from "./shown/hiding.ts";
import { examined } from "./shown/hiding.ts";
import type { Note, PageEdits } from "./shown/page-edits.ts";
import { pageEdits } from "./shown/page-edits.ts";
import { surveyPage } from "./shown/page-survey.ts";
import { PageTokens } from "./shown/page-tokens.ts";

/** A token of a page's text, or the place where one of its notes begins. */
export type ShownToken = MarkupToken | { readonly kind: "note"; readonly note: Note };

// An author's notes are in `aside` elements, as are lists of other pages: their classes distinguish them.
const NOTE =
  /(?:^|[\s_-])(?:admonition|alert|callout|caution|hint|info|message|msg|note|notice|quote|tip|warning)(?:$|[\s_-])/i;

/** The AMP elements for advertisements, menus and questions, and the one for an image. */
const OF_AMP: Readonly<Record<string, string>> = {
  "amp-ad": "aside",
  "amp-consent": "aside",
  "amp-embed": "aside",
  "amp-img": "img",
  "amp-sidebar": "aside",
  "amp-sticky-ad": "aside",
  "amp-user-notification": "aside",
};

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
/** The parents of elements that may be a note. */
const PARENTS: Readonly<Record<string, string>> = { li: "ol", dt: "dl", dd: "dl", tr: "table" };

/** A page as a person sees it, or could see it by opening its parts. */
export class ShownPage {
  readonly html: string;
  readonly #tokens: PageTokens;
  readonly #edits: PageEdits;

  constructor(html: string) {
    this.html = html;
    this.#tokens = new PageTokens(html);
    this.#edits = pageEdits(surveyPage(this.#tokens));
  }

  /** Whether the page has more tokens than are read. */
  get isCut(): boolean {
    return this.#tokens.isCut;
  }

  get hasNotes(): boolean {
    return this.#edits.notes.size > 0;
  }

  /**
   * The tokens of the page without hidden parts. Notes are elements of the text. An image that a script would load late is
   * replaced by the one for readers without script.
   */
  tokens(): Iterable<ShownToken> {
    const { edits, notes } = this.#edits;
    return withLateImages(edits.size === 0 && notes.size === 0 ? this.#tokens : this.#edited());
  }

  /** The notes to which these ids refer, in the order of the page. */
  notesOf(ids: ReadonlySet<string>): readonly Note[] {
    return [...this.#edits.notes.values()]
      .filter((note) => [...note.ids].some((id) => ids.has(id)))
      .toSorted((one, other) => one.start - other.start);
  }

  /** The tokens of notes, after a rule; notes that are parts of a list or a table are in one of their own. */
  *tokensOf(notes: readonly Note[]): Generator<MarkupToken, void, undefined> {
    if (notes.length === 0) return;
    yield { kind: "start", name: "hr", attributes: NO_ATTRIBUTES };
    for (const token of withLateImages(this.#edited(notes))) if (token.kind !== "note") yield token;
  }

  /** @param only the notes whose tokens are wanted; undefined for all tokens */
  *#edited(only?: readonly Note[]): Generator<ShownToken, void, undefined> {
    const { edits, notes } = this.#edits;
    const wanted = only === undefined ? null : [...only];
    let at = -1;
    let dropped = -1;
    let around: string | undefined;
    for (const token of this.#tokens) {
      at += 1;
      while (wanted?.[0] !== undefined && wanted[0].end < at) wanted.shift();
      const inside = wanted?.[0];
      if (wanted !== null && inside === undefined) break;
      if (inside !== undefined && at < inside.start) continue;
      if (inside?.start === at && around !== PARENTS[inside.name]) {
        if (around !== undefined) yield { kind: "end", name: around };
        around = PARENTS[inside.name];
        if (around !== undefined) yield { kind: "start", name: around, attributes: NO_ATTRIBUTES };
      }
      if (at <= dropped) continue;
      const note = notes.get(at);
      const edit = edits.get(at);
      if (edit?.kind === "drop") dropped = edit.to;
      else if (edit !== undefined) yield* edit.tokens;
      else if (inside !== undefined && isTag(token) && /^(?:aside|footer)$/.test(token.name))
        yield { ...token, name: "div" };
      else yield token;
      if (note !== undefined && edit?.kind !== "drop") yield { kind: "note", note };
    }
    if (around !== undefined) yield { kind: "end", name: around };
  }
}

const isTag = (token: ShownToken): token is MarkupToken & { readonly kind: "start" | "end" } =>
  token.kind === "start" || token.kind === "end";

function* withLateImages(tokens: Iterable<ShownToken>): Generator<ShownToken, void, undefined> {
  let inNoscript = false;
  /** For each open `aside`, whether it is a note. */
  const notes: boolean[] = [];
  /** An image without an address. */
  let late: StartToken | null = null;
  for (const given of tokens) {
    if (!isTag(given)) {
      const isSpace = given.kind === "text" && given.text.trim() === "";
      if (inNoscript || (isSpace && late !== null)) continue;
      if (late !== null) yield late;
      late = null;
      yield given;
      continue;
    }
    const name = OF_AMP[given.name] ?? given.name;
    const isStart = given.kind === "start";
    if (name === "noscript") {
      inNoscript = isStart;
      continue;
    }
    if (inNoscript) {
      if (name === "img" && isStart && late !== null) late = given;
      continue;
    }
    if (late !== null) yield late;
    late = null;
    if (!isStart) {
      if (name !== "img") yield { kind: "end", name: name === "aside" && notes.pop() === true ? "div" : name };
    } else if (name === "img" && !hasAddress(given.attributes)) {
      late = { ...given, name };
    } else {
      if (name === "aside") notes.push(NOTE.test(examined(given, "class")));
      yield { ...given, name: name === "aside" && notes.at(-1) === true ? "div" : name };
    }
  }
  if (late !== null) yield late;
}
