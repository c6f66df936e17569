import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import type { HtmlPage } from "./html-page.ts";
import { readHtmlPage } from "./html-page.ts";
import type { MentionTarget } from "./mention-target.ts";
import { untrackedAddress } from "./untracked-address.ts";

// The attributes by which an element links to a resource, embeds it or cites it. `base`, `form` and `script` are not among
// them.
const POINTERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["a", ["href"]],
  ["area", ["href"]],
  ["link", ["href", "imagesrcset"]],
  ["img", ["src", "srcset"]],
  ["image", ["href"]],
  ["video", ["src", "poster"]],
  ["audio", ["src"]],
  ["source", ["src", "srcset"]],
  ["track", ["src"]],
  ["iframe", ["src"]],
  ["frame", ["src"]],
  ["embed", ["src"]],
  ["object", ["data"]],
  ["blockquote", ["cite"]],
  ["q", ["cite"]],
  ["ins", ["cite"]],
  ["del", ["cite"]],
]);

const LISTS = new Set(["srcset", "imagesrcset"]);

const GAP = /[\t\n\f\r ,]*/y;
const CANDIDATE = /[^\t\n\f\r ]+/y;

/** The match of a sticky pattern that begins exactly at `from`. */
function foundAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** The addresses in a `srcset` (HTML, 4.8.4.2.1): commas separate them, but may be part of them, too. */
function* srcsetAddresses(list: string): Generator<string, void, undefined> {
  for (let at = 0; ; ) {
    foundAt(GAP, list, at);
    const written = foundAt(CANDIDATE, list, GAP.lastIndex)?.[0];
    if (written === undefined) return;
    const end = CANDIDATE.lastIndex;
    let length = written.length;
    while (written[length - 1] === ",") length -= 1;
    yield written.slice(0, length);
    // An address that is not followed by a comma is followed by its descriptors.
    at = length < written.length ? end : list.indexOf(",", end);
    if (at === -1) return;
  }
}

function* pointersOf({ elements }: HtmlPage): Generator<string, void, undefined> {
  for (const { name, attributes } of elements) {
    for (const attribute of POINTERS.get(name) ?? []) {
      const value = attributes.get(attribute);
      if (value === undefined) continue;
      if (LISTS.has(attribute)) yield* srcsetAddresses(value);
      else yield value;
    }
  }
}

/**
 * `<meta http-equiv="status" content="410 ...">`, the substitute for status 410 in the W3C's test suite, for authors who
 * can't set a status.
 */
function statesGone({ elements }: HtmlPage): boolean {
  for (const { name, attributes } of elements) {
    if (name !== "meta" || attributes.get("http-equiv")?.trim().toLowerCase() !== "status") continue;
    if (/^\s*410(?!\d)/.test(attributes.get("content") ?? "")) return true;
  }
  return false;
}

/** Whether an address may point to another host than its page's: it has a scheme, or begins with two slashes. */
function mayLeaveHost(pointer: string): boolean {
  return pointer.includes(":") || /[/\\]\s*[/\\]/.test(pointer);
}

/**
 * Whether a page links to a target, or embeds it. Addresses are compared as the URL standard serializes them, with their
 * fragments and without tracking parameters.
 *
 * @param url the page's final address, after redirects
 */
export function isInHtml(body: string, url: URL, { address, origin }: MentionTarget): boolean {
  const page = readHtmlPage(body, url);
  if (statesGone(page)) return false;
  const { base } = page;
  const isOnHost = base.origin === origin;
  const seen = new Set<string>();
  for (const pointer of pointersOf(page)) {
    // Resolving an address costs more than this check.
    if (pointer.length > MAX_ADDRESS || seen.has(pointer) || (!isOnHost && !mayLeaveHost(pointer))) continue;
    seen.add(pointer);
    if (untrackedAddress(pointer, base.href) === address) return true;
  }
  return false;
}
