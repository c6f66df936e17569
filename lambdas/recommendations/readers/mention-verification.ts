import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import type { HtmlPage } from "./html-page.ts";
import { isHtml, readHtmlPage } from "./html-page.ts";

/** The successful response of a mention's source. */
export interface MentionSource {
  /** The final address, after redirects. */
  readonly url: URL;
  /** Type and subtype in lower case; "" without the header. */
  readonly mediaType: string;
  /** The decoded text, or as much of it as was read. */
  readonly body: string;
}

// The attributes by which an element links to a resource, embeds it or cites it. `base`, `form` and `script` do none of
// these.
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

function isInHtml(body: string, url: URL, target: string): boolean {
  const wanted = URL.parse(target);
  const page = readHtmlPage(body, url);
  if (wanted === null || statesGone(page)) return false;
  const { base } = page;
  const isOnHost = base.origin === wanted.origin;
  const seen = new Set<string>();
  for (const pointer of pointersOf(page)) {
    // Resolving an address costs more than this check.
    if (pointer.length > MAX_ADDRESS || seen.has(pointer) || (!isOnHost && !mayLeaveHost(pointer))) continue;
    seen.add(pointer);
    if (URL.parse(pointer, base.href)?.href === wanted.href) return true;
  }
  return false;
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body.startsWith("\ufeff") ? body.slice(1) : body);
  } catch {
    return null;
  }
}

function isInJson(body: string, target: string): boolean {
  // A list instead of recursion: an untrusted document decides how deep it is nested.
  const waiting: unknown[] = [parsedJson(body)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) {
      if (inner === target) return true;
      if (typeof inner === "object") waiting.push(inner);
    }
  }
  return false;
}

// The characters that may come right before and right after an address in a text. Punctuation and closing brackets end an
// address only at the end of a word.
const BEFORE = /(?:^|[\s\p{Ps}\p{Pi}"'<])$/u;
const AFTER = /[\p{Pe}\p{Pf}.,:;!?"'、。]*(?:\s|$|[<>"])/uy;

function isInText(body: string, target: string): boolean {
  if (target === "") return false;
  for (let at = body.indexOf(target); at !== -1; at = body.indexOf(target, at + target.length)) {
    const before = body.slice(Math.max(0, at - 1), at);
    if (BEFORE.test(before) && foundAt(AFTER, body, at + target.length) !== null) return true;
  }
  return false;
}

/**
 * Whether a source mentions a target (W3C Webmention, 3.2.2). In HTML, a link, an image or the like must point to it: both
 * addresses are compared as serialized by the URL standard, with their fragments. In JSON, a value must equal it exactly; in
 * plain text, a word must. Other media types never match.
 *
 * @returns "gone" also for a page that states that it is gone. Never throws, at any depth.
 */
export function verifiedMention({ url, mediaType, body }: MentionSource, target: string): "found" | "gone" {
  const isJson = mediaType === "application/json" || mediaType.endsWith("+json");
  const isFound =
    (isHtml(mediaType) && isInHtml(body, url, target)) ||
    (isJson && isInJson(body, target)) ||
    (mediaType === "text/plain" && isInText(body, target));
  return isFound ? "found" : "gone";
}
