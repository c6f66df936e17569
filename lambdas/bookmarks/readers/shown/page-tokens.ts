import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { markupTokens, OPAQUE } from "../../../shared/html/markup-tokens.ts";
import { withCode } from "./code-tokens.ts";
import { withFormulas } from "./formula-tokens.ts";
import { withShadowRoots } from "./shadow-roots.ts";
import { withBoundaryElements, withStreamedParts } from "./streamed-parts.ts";

// The content of `noscript` is examined, and buttons hold the questions of an accordion.
const READ = new Set(["button", "noscript"]);
const OPAQUE_IN_PAGES: ReadonlySet<string> = new Set([...OPAQUE].filter((name) => !READ.has(name)));

// Each step costs time at each token of a large page: it is skipped where the page can't contain anything for it.
const FORMULA = /<math|katex|mathjax|mjx-|math\/(?:asciimath|tex)/i;
const SOURCE = /<(?:listing|pre|table|xmp)|white-space\s*:/i;

/**
 * The number of tokens that are read, where an element that is not split counts as one: a content of 1 MB has fewer, and a
 * page of 4 MB may have 1,400,000.
 */
const MAX_TOKENS = 350_000;
/** The tokens that are kept, so that they are not split again for each reading of the page: an ordinary page has fewer. */
const MOST_KEPT = 30_000;

/**
 * The tokens of a page, in the order in which they are shown, with each formula as a text, and each listing of source code
 * as one `pre`. They may be read several times.
 */
export class PageTokens implements Iterable<MarkupToken> {
  readonly #html: string;
  readonly #kept: readonly MarkupToken[] | null;
  /** Whether the page has more tokens than are read. It is known after a reading. */
  isCut = false;

  constructor(html: string) {
    this.#html = withBoundaryElements(html);
    this.#kept = keptTokens(this.#read());
  }

  [Symbol.iterator](): Iterator<MarkupToken> {
    return (this.#kept ?? this.#read())[Symbol.iterator]();
  }

  #read(): Iterable<MarkupToken> {
    const html = this.#html;
    const composed = withShadowRoots(html, withStreamedParts(html, this.#first()));
    const readable = FORMULA.test(html) ? withFormulas(composed) : composed;
    return SOURCE.test(html) ? withCode(readable) : readable;
  }

  *#first(): Generator<MarkupToken, void, undefined> {
    let left = MAX_TOKENS;
    for (const token of markupTokens(this.#html, OPAQUE_IN_PAGES)) {
      if (token.kind !== "inside") left -= 1;
      this.isCut = left < 0;
      if (this.isCut) break;
      yield token;
    }
  }
}

function keptTokens(tokens: Iterable<MarkupToken>): readonly MarkupToken[] | null {
  const kept: MarkupToken[] = [];
  for (const token of tokens) if (kept.push(token) > MOST_KEPT) return null;
  return kept;
}
