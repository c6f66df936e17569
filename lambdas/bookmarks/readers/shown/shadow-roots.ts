import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import type { PageElement } from "./open-elements.ts";
import { OpenElements } from "./open-elements.ts";

/** The most tokens of a page whose slots are filled: all of them are in memory. A larger page is read in its own order. */
const MAX_TOKENS = 30_000;
/** The deepest nesting of hosts of shadow roots. */
const MAX_DEPTH = 20;

const DECLARED = /shadowrootmode/i;

/** A part of the tokens, without its end. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The children of a host for the slots of its shadow root, and the same of the host around it. */
interface Slotted {
  readonly bySlot: Map<string, Range[]>;
  readonly outer: Slotted | null;
}

/**
 * The tokens of a page with declarative shadow roots (https://html.spec.whatwg.org/#attr-template-shadowrootmode) in the
 * order in which they are shown: the children of a host appear in the slots of its root, and are left out without a slot.
 *
 * @param tokens the page's tokens, those within a shadow root's `template` included
 */
export function withShadowRoots(html: string, tokens: Iterable<MarkupToken>): Iterable<MarkupToken> {
  return DECLARED.test(html) ? composedTokens(tokens) : tokens;
}

// A tree of the page would not contain the content of a template.
const isRootTag = (token: MarkupToken): boolean =>
  (token.kind === "start" || token.kind === "end") && token.name === "template";

function* composedTokens(tokens: Iterable<MarkupToken>): Generator<MarkupToken, void, undefined> {
  let held: MarkupToken[] | null = [];
  for (const token of tokens) {
    if (held !== null && held.push(token) <= MAX_TOKENS) continue;
    yield* (held ?? [token]).filter((each) => !isRootTag(each));
    held = null;
  }
  if (held !== null) yield* new ShadowRoots(held).composed();
}

class ShadowRoots {
  readonly #tokens: readonly MarkupToken[];
  /** For each start tag, the number of the token that ends its element. */
  readonly #ends: Int32Array;
  /** The host of each root, by the number of the root's start tag. */
  readonly #hosts = new Map<number, PageElement>();

  constructor(tokens: readonly MarkupToken[]) {
    this.#tokens = tokens;
    this.#ends = new Int32Array(tokens.length);
    const open = new OpenElements<PageElement>(({ start, end }) => {
      this.#ends[start] = end;
    });
    for (const [at, token] of tokens.entries()) {
      if (token.kind === "end") open.end(token.name, at);
      if (token.kind !== "start") continue;
      const { name } = token;
      const element = open.start(name, at, (around) => ({ name, start: at, end: at, parent: around }));
      // A second root of the same host is an ordinary template, which is not shown; this is rare enough to be ignored.
      if (name === "template" && open.last === element && element.parent !== null) this.#hosts.set(at, element.parent);
    }
    open.endAll(tokens.length);
  }

  composed(): Generator<MarkupToken, void, undefined> {
    return this.#shown({ from: 0, to: this.#tokens.length }, null, 0);
  }

  *#shown({ from, to }: Range, slotted: Slotted | null, depth: number): Generator<MarkupToken, void, undefined> {
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at] as MarkupToken;
      const end = this.#ends[at] ?? 0;
      const host = this.#hosts.get(at);
      if (host !== undefined && depth < MAX_DEPTH) {
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
  #bySlot({ from, to }: Range): Map<string, Range[]> {
    const bySlot = new Map<string, Range[]>();
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
function take(bySlot: Map<string, Range[]>, slot: string): readonly Range[] {
  const ranges = bySlot.get(slot) ?? [];
  bySlot.delete(slot);
  return ranges;
}
