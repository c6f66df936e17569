import { foundFrom } from "../../shared/html/markup.ts";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import type { HtmlPage } from "./html-page.ts";
import { isHtml, readHtmlPage } from "./html-page.ts";

/** What the source of a mention answered, with a status of success. */
export interface MentionSource {
  /** The address that answered, after redirects. */
  readonly url: URL;
  /** Essence in lower case, "" if none. */
  readonly mediaType: string;
  /** Decoded text, or as much of it as was read. */
  readonly body: string;
}

// The attributes by which an element links to, shows or cites something. A base, a form and a script do none of these.
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

/** The addresses of a list of images (HTML, 4.8.4.2.1): commas end them, but may stand inside them too. */
function* srcsetAddresses(list: string): Generator<string, void, undefined> {
  for (let at = 0; ; ) {
    foundFrom(GAP, list, at);
    const written = foundFrom(CANDIDATE, list, GAP.lastIndex)?.[0];
    if (written === undefined) return;
    const end = CANDIDATE.lastIndex;
    let length = written.length;
    while (written[length - 1] === ",") length -= 1;
    yield written.slice(0, length);
    // After an address without a comma come its descriptors.
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

/** The stand-in for status 410 of those who can write pages only, as the W3C's test suite has it. */
function saysGone({ elements }: HtmlPage): boolean {
  for (const { name, attributes } of elements) {
    if (name !== "meta" || attributes.get("http-equiv")?.trim().toLowerCase() !== "status") continue;
    if (/^\s*410(?!\d)/.test(attributes.get("content") ?? "")) return true;
  }
  return false;
}

/** Whether an address may lead to another host than that of its page: by a scheme, or by two slashes. */
function mayLeaveHost(pointer: string): boolean {
  return pointer.includes(":") || /[/\\]\s*[/\\]/.test(pointer);
}

function isInHtml(body: string, url: URL, target: string): boolean {
  const wanted = URL.parse(target);
  const page = readHtmlPage(body, url);
  if (wanted === null || saysGone(page)) return false;
  const { base } = page;
  const isOnHost = base.origin === wanted.origin;
  const seen = new Set<string>();
  for (const pointer of pointersOf(page)) {
    // To join an address to the page's costs more than to look at it.
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
  // A list of its own instead of calls: the depth of a document is the sender's choice.
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

// What may stand right before an address in a text, and right after it: what ends a sentence or closes a bracket counts
// as after it only where the word ends with it.
const BEFORE = /(?:^|[\s\p{Ps}\p{Pi}"'<])$/u;
const AFTER = /[\p{Pe}\p{Pf}.,:;!?"'、。]*(?:\s|$|[<>"])/uy;

function isInText(body: string, target: string): boolean {
  if (target === "") return false;
  for (let at = body.indexOf(target); at !== -1; at = body.indexOf(target, at + target.length)) {
    const before = body.slice(Math.max(0, at - 1), at);
    if (BEFORE.test(before) && foundFrom(AFTER, body, at + target.length) !== null) return true;
  }
  return false;
}

/**
 * Whether a source mentions a target (W3C Webmention, 3.2.2). In HTML a link, picture or the like must lead to it: both
 * addresses are compared as WHATWG writes them, in full, with their fragments. In JSON a value of a property or a list
 * must be it, letter by letter; in plain text a word. Other types mention nothing, whatever is in them.
 *
 * @returns "gone" for a page that says of itself that it is, too. Never throws, at any depth.
 */
export function verifiedMention({ url, mediaType, body }: MentionSource, target: string): "found" | "gone" {
  const isJson = mediaType === "application/json" || mediaType.endsWith("+json");
  const isFound =
    (isHtml(mediaType) && isInHtml(body, url, target)) ||
    (isJson && isInJson(body, target)) ||
    (mediaType === "text/plain" && isInText(body, target));
  return isFound ? "found" : "gone";
}
