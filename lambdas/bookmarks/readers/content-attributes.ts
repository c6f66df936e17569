import { escaped } from "../../shared/html/escaped.ts";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";
import { singleLine } from "../../shared/plain-text.ts";

/** The longest title of an abbreviation, in code units. */
const MAX_TITLE = 300;
/** The columns or rows that a cell may span. A larger number would make a browser build a huge table from a few bytes. */
const MAX_SPAN = 100;

/** An absolute address that a link of the content may have: http, https or mailto; null for any other. */
export function linkAddress(reference: string, base: URL): string | null {
  const web = webAddress(reference, base)?.href ?? null;
  if (web !== null || !/^\s*mailto:/i.test(reference)) return web;
  const href = URL.parse(reference)?.href;
  return href !== undefined && href.length <= MAX_ADDRESS ? href : null;
}

function span(value: string): string | null {
  const count = /^\s*\d{1,6}\s*$/.test(value) ? Math.min(Number(value), MAX_SPAN) : 1;
  return count > 1 ? String(count) : null;
}

type Reading = (value: string, base: URL) => string | null;

const oneOf =
  (...allowed: readonly string[]): Reading =>
  (value) =>
    allowed.find((each) => each === value.trim().toLowerCase()) ?? null;

const matching =
  (pattern: RegExp): Reading =>
  (value) =>
    pattern.test(value.trim()) ? value.trim() : null;

/** The attributes that elements may have (docs/decisions/0042-kept-texts.md); the reader of a dropped value returns null. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  a: { href: linkAddress },
  abbr: { title: (value) => singleLine(value.slice(0, MAX_TITLE)) || null },
  // BCP 47 tags; the direction of a quotation in another language.
  span: { lang: matching(/^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,8}$/i), dir: oneOf("ltr", "rtl", "auto") },
  td: { colspan: span, rowspan: span },
  th: { scope: oneOf("row", "col", "rowgroup", "colgroup") },
  // A date, a time, a duration: https://html.spec.whatwg.org/#datetime-value
  time: { datetime: matching(/^[\w:.,+\- ]{1,50}$/) },
};

/** The elements that have no meaning without an attribute. */
const NEEDING: ReadonlySet<string> = new Set(["a", "span"]);

/**
 * The start tag of an element of the content, with the attributes that it may have; null for an element without attributes
 * that has no meaning without them.
 */
export function startTag(name: string, attributes: ReadonlyMap<string, string>, base: URL): string | null {
  let tag = `<${name}`;
  for (const [attribute, read] of Object.entries(ATTRIBUTES[name] ?? {})) {
    const given = attributes.get(attribute);
    const value = given === undefined ? null : read(given, base);
    if (value !== null) tag += ` ${attribute}="${escaped(value)}"`;
  }
  return NEEDING.has(name) && tag === `<${name}` ? null : `${tag}>`;
}
