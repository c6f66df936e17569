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

/** The tokens of a page in the order in which they are shown, with each formula as a text, and each source as one `pre`. */
export function pageTokens(html: string): Iterable<MarkupToken> {
  const composed = withShadowRoots(html, markupTokens(html, OPAQUE_IN_PAGES));
  const readable = FORMULA.test(html) ? withFormulas(composed) : composed;
  return SOURCE.test(html) ? withCode(readable) : readable;
}
