import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import type { PageElement } from "./open-elements.ts";
import { OpenElements } from "./open-elements.ts";

/** The most tokens of a page whose parts are put in another order: all of them are in memory. */
const MAX_TOKENS = 30_000;
/** The deepest nesting of such parts. */
export const MAX_PARTS_DEPTH = 20;

/** A part of the tokens, without its end. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The tokens of a page in the order of `compose`; those of a page with too many in its own order.
 *
 * @param isMark whether a token only marks a part, and is left out of a page in its own order
 */
export function* composedTokens(
  tokens: Iterable<MarkupToken>,
  isMark: (token: MarkupToken) => boolean,
  compose: (held: readonly MarkupToken[]) => Iterable<MarkupToken>,
): Generator<MarkupToken, void, undefined> {
  let held: MarkupToken[] | null = [];
  for (const token of tokens) {
    if (held !== null && held.push(token) <= MAX_TOKENS) continue;
    yield* (held ?? [token]).filter((each) => !isMark(each));
    held = null;
  }
  if (held !== null) yield* compose(held);
}

/**
 * For each start tag, the number of the token that ends its element.
 *
 * @param opened called with each element, but for void ones, as it begins
 */
export function elementEnds(tokens: readonly MarkupToken[], opened: (element: PageElement) => void): Int32Array {
  const ends = new Int32Array(tokens.length);
  const open = new OpenElements<PageElement>(({ start, end }) => {
    ends[start] = end;
  });
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "end") open.end(token.name, at);
    if (token.kind !== "start") continue;
    const { name } = token;
    const element = open.start(name, at, (parent) => ({ name, start: at, end: at, parent }));
    if (open.last === element) opened(element);
  }
  open.endAll(tokens.length);
  return ends;
}
