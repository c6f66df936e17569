import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import type { TokenRange } from "./composed-tokens.ts";
import { composedTokens, elementEnds, MAX_PARTS_DEPTH } from "./composed-tokens.ts";

/** The element that stands for one of React's boundaries, which are between comments. */
const BOUNDARY = "suspense-boundary";
const BEGINS = /<!--\$[?!~]?-->/g;
const ENDS = /<!--\/\$-->/g;

// The calls that put a part in place: in that of a boundary's fallback, and in that of a placeholder.
const COMPLETES = /\$R[CR]\("(?<place>[^"\\]{1,99})","(?<part>[^"\\]{1,99})"/g;
const FILLS = /\$RS\("(?<part>[^"\\]{1,99})","(?<place>[^"\\]{1,99})"/g;
const CALLS = /\$R[CR]\("/;

/** A page that React has streamed, with an element for each boundary; any other page as it is. */
export function withBoundaryElements(html: string): string {
  if (!CALLS.test(html)) return html;
  return html.replace(BEGINS, `<${BOUNDARY}>`).replace(ENDS, `</${BOUNDARY}>`);
}

/**
 * The tokens of a page that React has streamed, in the order in which they are shown. A part that was late is hidden at the
 * end of the page, and a script puts it in the place of its boundary's fallback, or of a placeholder (React's
 * `fizz-instruction-set`).
 *
 * @param html the page with an element for each boundary
 */
export function withStreamedParts(html: string, tokens: Iterable<MarkupToken>): Iterable<MarkupToken> {
  if (!CALLS.test(html)) return tokens;
  const parts = new Map<string, string>();
  for (const calls of [COMPLETES, FILLS])
    for (const { groups = {} } of html.matchAll(calls)) parts.set(groups.place ?? "", groups.part ?? "");
  return composedTokens(tokens, isBoundaryTag, (held) => new StreamedParts(held, parts).composed());
}

const isBoundaryTag = (token: MarkupToken): boolean =>
  (token.kind === "start" || token.kind === "end") && token.name === BOUNDARY;

/** The id of a template, which marks a place; "" for another token. */
const placeOf = (token: MarkupToken | undefined): string =>
  token?.kind === "opaque" && token.name === "template" ? (token.attributes.get("id") ?? "") : "";

class StreamedParts {
  readonly #tokens: readonly MarkupToken[];
  readonly #ends: Int32Array;
  /** The parts that are not yet shown, by the ids of their places. */
  readonly #late = new Map<string, TokenRange>();
  /** The ends of the parts by their beginnings. */
  readonly #moved = new Map<number, number>();

  constructor(tokens: readonly MarkupToken[], parts: ReadonlyMap<string, string>) {
    this.#tokens = tokens;
    const hidden = new Map<string, number>();
    this.#ends = elementEnds(tokens, ({ start }) => {
      const token = tokens[start] as MarkupToken & { readonly kind: "start" };
      if (token.attributes.has("hidden")) hidden.set(token.attributes.get("id") ?? "", start);
    });
    const places = new Set(tokens.map(placeOf));
    for (const [place, part] of parts) {
      const start = hidden.get(part);
      if (start === undefined || !places.has(place)) continue;
      const end = this.#ends[start] ?? start;
      this.#late.set(place, { from: start + 1, to: end });
      this.#moved.set(start, end);
    }
  }

  composed(): Generator<MarkupToken, void, undefined> {
    return this.#shown({ from: 0, to: this.#tokens.length }, 0);
  }

  *#shown({ from, to }: TokenRange, depth: number): Generator<MarkupToken, void, undefined> {
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at] as MarkupToken;
      const isMark = isBoundaryTag(token);
      const part = depth < MAX_PARTS_DEPTH ? this.#take(placeOf(isMark ? this.#tokens[at + 1] : token)) : null;
      if (part !== null) yield* this.#shown(part, depth + 1);
      if (isMark && part !== null) at = Math.max(at, this.#ends[at] ?? at);
      else if (this.#moved.has(at)) at = this.#moved.get(at) ?? at;
      else if (!isMark) yield token;
    }
  }

  /** The part of a place, which is shown once. */
  #take(place: string): TokenRange | null {
    const part = this.#late.get(place) ?? null;
    this.#late.delete(place);
    return part;
  }
}
