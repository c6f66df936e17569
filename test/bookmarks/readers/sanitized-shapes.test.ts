import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizedHtml } from "../../../lambdas/bookmarks/readers/sanitized-html.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";
import { ATTACKS, PIECES } from "./page-pieces.ts";

const BASE = new URL("https://page.example/a/b");
const sanitized = (html: string) => sanitizedHtml(markupTokens(html), BASE).html;

/** The attributes of each element that a content may hold (docs/decisions/0042-kept-texts.md). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "h2 h3 h4 p ul ol li blockquote pre code kbd samp em strong s sub sup mark figure figcaption table caption thead tbody tr dl dt dd ruby rb rt rp"
      .split(" ")
      .map((name) => [name, []]),
  ),
  a: ["href"],
  abbr: ["title"],
  span: ["lang", "dir"],
  td: ["colspan", "rowspan"],
  th: ["scope"],
  time: ["datetime"],
  // With the page's own address: a copy takes its place, or a link (content-pictures.ts).
  img: ["src", "alt", "width", "height"],
  br: [],
  hr: [],
};
const EMPTY = ["br", "hr", "img"];
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/y;
const TEXT = /(?:[^<>&]|&(?:amp|lt|gt);)+/y;

/** The fault of a content; null for one that is well-formed and has only allowed elements and attributes. */
function wrong(html: string): string | null {
  const open: string[] = [];
  for (let at = 0; at < html.length; ) {
    TEXT.lastIndex = at;
    TAG.lastIndex = at;
    const text = TEXT.exec(html);
    const tag = TAG.exec(html);
    if (text !== null) at = TEXT.lastIndex;
    else if (tag === null) return `not a tag: ${html.slice(at, at + 80)}`;
    else {
      at = TAG.lastIndex;
      const [, end, name = "", attributes = ""] = tag;
      if (end === "/" && open.pop() !== name) return `${name} ends out of turn`;
      if (end === "/") continue;
      const allowed = ALLOWED[name];
      if (allowed === undefined) return `element ${name}`;
      for (const [, attribute = "", value = ""] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
        if (!allowed.includes(attribute)) return `attribute ${attribute} of ${name}`;
        if (attribute === "href" && !/^(?:https?:\/\/|mailto:)/.test(value)) return `a link to ${value}`;
        if (attribute === "src" && !/^https?:\/\//.test(value)) return `an image of ${value}`;
      }
      if (!EMPTY.includes(name)) open.push(name);
      if (open.length > 60) return "too deep";
    }
  }
  return open.length === 0 ? null : `${open} left open`;
}

describe("sanitized HTML", () => {
  it.each(ATTACKS)("of %s has only allowed elements and attributes", (attack) => {
    expect(wrong(sanitized(attack))).toBeNull();
  });

  it("of any pieces of pages is well-formed, holds what is allowed, and stays as it is when it is sanitized again", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        const html = sanitized(pieces.join(""));
        expect(wrong(html)).toBeNull();
        expect(sanitized(html)).toBe(html);
      }),
    );
  });
});
