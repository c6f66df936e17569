import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import type { TokenRange } from "./composed-tokens.ts";
import { composedTokens, elementEnds, MAX_PARTS_DEPTH } from "./composed-tokens.ts";
import type { PageElement } from "./open-elements.ts";

const DECLARED = /shadowrootmode/i;

/** The children of a host for the slots of its shadow root, and the same of the host around it. */
interface Slotted {
  readonly bySlot: Map<string, TokenRange[]>;
  readonly outer: Slotted | null;
}

/**
 * The tokens of a page with declarative shadow roots (https://html.spec.whatwg.org/#attr-template-shadowrootmode) in the
 * order in which they are shown: the children of a host appear in the slots of its root, and are left out without a slot.
 *
 * @param tokens the page's tokens, those within a shadow root's `template` included
 */
export function withShadowRoots(html: string, tokens: Iterable<MarkupToken>): Iterable<MarkupToken> {
  return DECLARED.test(html) ? composedTokens(tokens, isRootTag, (held) => new ShadowRoots(held).composed()) : tokens;
}

// A tree of the page would not contain the content of a template.
const isRootTag = (token: MarkupToken): boolean =>
  (token.kind === "start" || token.kind === "end") && token.name === "template";

class ShadowRoots {
  readonly #tokens: readonly MarkupToken[];
  /** For each start tag, the number of the token that ends its element. */
  readonly #ends: Int32Array;
  /** The host of each root, by the number of the root's start tag. */
  readonly #hosts = new Map<number, PageElement>();

  constructor(tokens: readonly MarkupToken[]) {
    this.#tokens = tokens;
    this.#ends = elementEnds(tokens, ({ name, start, parent }) => {
      // A second root of the same host is an ordinary template, which is not shown; this is rare enough to be ignored.
      if (name === "template" && parent !== null) this.#hosts.set(start, parent);
    });
  }

  composed(): Generator<MarkupToken, void, undefined> {
    return this.#shown({ from: 0, to: this.#tokens.length }, null, 0);
  }

  *#shown({ from, to }: TokenRange, slotted: Slotted | null, depth: number): Generator<MarkupToken, void, undefined> {
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at] as MarkupToken;
      const end = this.#ends[at] ?? 0;
      const host = this.#hosts.get(at);
      if (host !== undefined && depth < MAX_PARTS_DEPTH) {
        const light = { from: end + 1, to: Math.min(host.end, to) };
        const within = { bySlot: this.#bySlot(light), outer: slotted };
        yield* this.#shown({ from: at + 1, to: end }, within, depth + 1);
        at = Math.max(at, light.to - 1);
      } else if (token.kind === "start" && token.name === "slot" && slotted !== null) {
        const filling = take(slotted.bySlot, token.attributes.get("name") ?? "");
        for (const range of filling) yield* this.#shown(range, slotted.outer, depth + 1);
        if (filling.length > 0) at = Math.max(at, end);
      } else yield token;
    }
  }

  /** The children of a host by slot. */
  #bySlot({ from, to }: TokenRange): Map<string, TokenRange[]> {
    const bySlot = new Map<string, TokenRange[]>();
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at] as MarkupToken;
      if (token.kind === "text" && token.text.trim() === "") continue;
      const isElement = token.kind === "start";
      const slot = isElement ? (token.attributes.get("slot") ?? "") : "";
      const end = isElement ? Math.max(at, this.#ends[at] ?? at) : at;
      const ranges = bySlot.get(slot);
      const range = { from: at, to: Math.min(end + 1, to) };
      if (ranges === undefined) bySlot.set(slot, [range]);
      else ranges.push(range);
      at = end;
    }
    return bySlot;
  }
}

/** The ranges of a slot, each of which is shown once. */
function take(bySlot: Map<string, TokenRange[]>, slot: string): readonly TokenRange[] {
  const ranges = bySlot.get(slot) ?? [];
  bySlot.delete(slot);
  return ranges;
}
