import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { markupTokens, OPAQUE } from "../../../shared/html/markup-tokens.ts";
import { withCode } from "./code-tokens.ts";
import { withFormulas } from "./formula-tokens.ts";
import { withShadowRoots } from "./shadow-roots.ts";

// What a page shows without script is examined, and buttons hold the questions of an accordion.
const READ = new Set(["button", "noscript"]);
const OPAQUE_IN_PAGES: ReadonlySet<string> = new Set([...OPAQUE].filter((name) => !READ.has(name)));

/** The tokens of a page in the order in which they are shown, with each formula as a text, and each source as one `pre`. */
export const pageTokens = (html: string): Iterable<MarkupToken> =>
  withCode(withFormulas(withShadowRoots(html, markupTokens(html, OPAQUE_IN_PAGES))));
