import { EMPTY, INLINE } from "../../../shared/html/markup-text.ts";

export interface PageElement {
  readonly name: string;
  /** The number of its start tag among the page's tokens. */
  readonly start: number;
  /** The number of the token that ends it; while it is open, the number of the page's tokens. */
  end: number;
  readonly parent: PageElement | null;
}

/** The number of open elements that are examined for a start tag that ends one, or for an inline end tag. */
const FEW = 12;
/** The number of elements that may be open. Further elements are not opened, as a browser limits the depth of its tree. */
const MAX_OPEN = 1_000;

const list = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const BLOCK_STARTS = list(
  "address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul",
);
const PARAGRAPH = { ends: list("p"), within: list("button td th li div section article blockquote") };
const CELLS = { ends: list("td th"), within: list("table tr") };
const TERMS = { ends: list("dt dd"), within: list("dl") };
/** The elements that a start tag ends, and the boundaries of this (https://html.spec.whatwg.org/#optional-tags). */
const IMPLIED: ReadonlyMap<string, { readonly ends: ReadonlySet<string>; readonly within: ReadonlySet<string> }> =
  new Map([
    ...[...BLOCK_STARTS].map((name) => [name, PARAGRAPH] as const),
    ["li", { ends: list("li"), within: list("ul ol menu") }],
    ["dt", TERMS],
    ["dd", TERMS],
    ["tr", { ends: list("tr"), within: list("table") }],
    ["td", CELLS],
    ["th", CELLS],
  ]);

const isInline = (name: string): boolean => INLINE.has(name) || name === "a" || name === "label";

/**
 * The open elements of a page while its tokens are read. Elements whose tags are omitted or out of order are ended as a
 * browser ends most of them. Takes time linear in the tokens.
 */
export class OpenElements<Element extends PageElement> {
  readonly #stack: Element[] = [];
  readonly #counts = new Map<string, number>();
  readonly #ended: (element: Element) => void;
  /** The number of elements that began while the most were open, and have not ended. */
  #unopened = 0;

  /** @param ended called with each element that has ended, the innermost first */
  constructor(ended: (element: Element) => void = () => undefined) {
    this.#ended = ended;
  }

  get last(): Element | null {
    return this.#stack.at(-1) ?? null;
  }

  /** Opens an element, unless it is a void one, or too many are open. @param make makes the element within its parent */
  start(name: string, at: number, make: (parent: Element | null) => Element): Element {
    const implied = IMPLIED.get(name);
    if (implied !== undefined) this.#endImplied(implied.ends, implied.within, at);
    const element = make(this.last);
    if (EMPTY.has(name) || name === "br" || name === "hr" || name === "wbr") {
      element.end = at;
      return element;
    }
    if (this.#stack.length === MAX_OPEN) {
      this.#unopened += 1;
      return element;
    }
    this.#stack.push(element);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return element;
  }

  /** Ends the nearest open element of this name; an inline end tag ends no block. */
  end(name: string, at: number): void {
    if (this.#unopened > 0) {
      this.#unopened -= 1;
      return;
    }
    if ((this.#counts.get(name) ?? 0) === 0) return;
    if (!isInline(name))
      this.#endTo(
        this.#stack.findLastIndex((open) => open.name === name),
        at,
      );
    else {
      for (let depth = this.#stack.length - 1; depth >= Math.max(0, this.#stack.length - FEW); depth -= 1) {
        const open = this.#stack[depth]?.name ?? "";
        if (open === name) this.#endTo(depth, at);
        if (open === name || !isInline(open)) break;
      }
    }
  }

  /** Ends all open elements. @param at the number of tokens */
  endAll(at: number): void {
    this.#endTo(0, at);
  }

  #endImplied(ends: ReadonlySet<string>, within: ReadonlySet<string>, at: number): void {
    for (let depth = this.#stack.length - 1; depth >= Math.max(0, this.#stack.length - FEW); depth -= 1) {
      const { name } = this.#stack[depth] as Element;
      if (ends.has(name)) this.#endTo(depth, at - 1);
      if (ends.has(name) || within.has(name)) break;
    }
  }

  #endTo(depth: number, at: number): void {
    while (this.#stack.length > depth) {
      const element = this.#stack.pop() as Element;
      this.#counts.set(element.name, (this.#counts.get(element.name) ?? 1) - 1);
      element.end = at;
      this.#ended(element);
    }
  }
}
