import { escaped } from "../../shared/html/escaped.ts";
import type { MarkupToken } from "../../shared/html/markup-tokens.ts";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import { INLINE_ELEMENTS, writtenName } from "./content-elements.ts";
import { IMAGE_ATTRIBUTES } from "./content-image.ts";

/** The characters of marks: noncharacters (Unicode, 23.7), which were removed from the page itself. */
const FIRST = 0xfdd3;
const BEGIN = "\ufdef";
const DIGITS = 28;
const LENGTH = 3;
const MARK = /\ufdef[\ufdd3-\ufdee]{3}/g;

/** The longest value of an attribute that is kept. */
const MAX_VALUE = MAX_ADDRESS;

/** The left-out elements that a content holds, with the attributes that it needs of them. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...INLINE_ELEMENTS].map((name) => [name, []] as const),
  ["abbr", ["title"]],
  ["img", ["alt", ...IMAGE_ATTRIBUTES]],
  ["span", ["lang", "dir"]],
  ["time", ["datetime"]],
]);

/** The tag of an image without a declared width of less than 100 pixels. */
const PICTURE = /<img (?![^>]* width="\d{1,2}(?:px)?")/;

function startTag(name: string, attributes: ReadonlyMap<string, string>): string {
  const kept = (KEPT.get(name) ?? []).flatMap((attribute) => {
    const value = attributes.get(attribute);
    return value === undefined || value.length > MAX_VALUE ? [] : [` ${attribute}="${escaped(value)}"`];
  });
  return name === "span" && kept.length === 0 ? "" : `<${name}${kept.join("")}>`;
}

/**
 * Marks in a text that replace markup left out of a DOM, so that its position is known when a part of the DOM is chosen. A
 * mark has four code units, equal for equal markup. There are 21,952 different marks; further markup is lost.
 */
export class InlineMarks {
  readonly #marks = new Map<string, string>();
  readonly #markups: string[] = [];
  /** For each open span, whether it has a mark. */
  readonly #spans: boolean[] = [];

  /** The mark of a tag that is left out of the DOM; "" for a tag that no content holds. */
  ofTag(token: MarkupToken & { readonly kind: "start" | "end" }): string {
    const name = writtenName(token.name);
    if (!KEPT.has(name)) return "";
    const isStart = token.kind === "start";
    const tag = isStart ? startTag(name, token.attributes) : `</${name}>`;
    if (name !== "span") return this.of(tag);
    // Most spans are left out; the end tag of such a span must not end another one.
    if (isStart) this.#spans.push(tag !== "");
    else if (this.#spans.pop() !== true) return "";
    return tag === "" ? "" : this.of(tag);
  }

  /** The mark of a piece of markup; "" when there are too many. */
  of(markup: string): string {
    const known = this.#marks.get(markup);
    if (known !== undefined) return known;
    if (this.#markups.length === DIGITS ** LENGTH) return "";
    let mark = BEGIN;
    for (let rest = this.#markups.length, digit = 0; digit < LENGTH; digit += 1) {
      mark += String.fromCharCode(FIRST + (rest % DIGITS));
      rest = Math.floor(rest / DIGITS);
    }
    this.#markups.push(markup);
    this.#marks.set(markup, mark);
    return mark;
  }

  /** Whether a text's marks include a picture: an image larger than that of an author or an icon. */
  hasPicture(text: string): boolean {
    return text.includes(BEGIN) && PICTURE.test(this.restored(text));
  }

  /** A text with the original markup in place of its marks. */
  restored(text: string): string {
    return text.replace(MARK, (mark) => {
      const digits = [...mark.slice(1)].map((digit) => digit.charCodeAt(0) - FIRST);
      return this.#markups[digits.reduceRight((value, digit) => value * DIGITS + digit, 0)] ?? "";
    });
  }
}

export const withoutMarks = (text: string): string => text.replace(MARK, "");
