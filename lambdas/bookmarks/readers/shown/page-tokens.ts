import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { markupTokens, OPAQUE } from "../../../shared/html/markup-tokens.ts";
import { withCode } from "./code-tokens.ts";
import { withFormulas } from "./formula-tokens.ts";
import { withShadowRoots } from "./shadow-roots.ts";

// What a page shows without script is examined, and buttons hold the questions of an accordion.
const READ = new Set(["button", "noscript"]);
const OPAQUE_IN_PAGES: ReadonlySet<string> = new Set([...OPAQUE].filter((name) => !READ.has(name)));

// Each step costs time at each token of a large page: it is taken only where there may be something for it.
const FORMULA = /<math|katex|mathjax|mjx-|math\/(?:asciimath|tex)/i;
const SOURCE = /<(?:listing|pre|table|xmp)|white-space\s*:/i;

/**
 * How many tokens are read, where an element that is not split counts once: more than a content of 1 MB has, and few of the
 * 1,400,000 that a page of 4 MB may have.
 */
const MAX_TOKENS = 350_000;
/** The most tokens that are kept, and not split again for each reading of the page: more than an ordinary page has. */
const MOST_KEPT = 30_000;

/**
 * The tokens of a page, which may be read several times, in the order in which they are shown, with each formula as a text,
 * and each source as one `pre`.
 */
export class PageTokens implements Iterable<MarkupToken> {
  readonly #html: string;
  readonly #kept: readonly MarkupToken[] | null;
  /** Whether the page has more tokens than are read. Known when they have been read. */
  isCut = false;

  constructor(html: string) {
    this.#html = html;
    this.#kept = keptTokens(this.#read());
  }

  [Symbol.iterator](): Iterator<MarkupToken> {
    return (this.#kept ?? this.#read())[Symbol.iterator]();
  }

  #read(): Iterable<MarkupToken> {
    const html = this.#html;
    const composed = withShadowRoots(html, this.#first());
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
