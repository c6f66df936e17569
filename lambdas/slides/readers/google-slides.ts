import { parse } from "node-html-parser";
import { asciiView, enoughAfterHead } from "../../shared/html/head-end.ts";
import { tagAttributes } from "../../shared/html/markup-tokens.ts";
import { decodedText } from "../../shared/html/page-declarations.ts";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import { cleanTitle, singleLine } from "../../shared/plain-text.ts";
import type { DeckRequest, FetchedResponse, ReadingOutcome } from "./deck-metadata.ts";
import { googleSlidesMetadata, staysOn } from "./deck-metadata.ts";

const HOST = "docs.google.com";
const ORIGIN = `https://${HOST}`;

/** How many decoded bytes of a page are read; a longer page is cut. */
const MAX_BYTES = 500 * 1024;

/**
 * Whether a redirect leads to the sign-in of a private deck, which is on a host of its own, or under one of these paths on
 * other hosts.
 */
function isSignIn(target: URL): boolean {
  return (
    canonicalHost(target) === "accounts.google.com" || /\/(?:ServiceLogin\w*|signin)(?:\/|$)/i.test(target.pathname)
  );
}

/** Whether a redirect leads to the page where Google asks clients with too many requests to prove that they are human. */
function isBotCheck(target: URL): boolean {
  return /(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/.test(canonicalHost(target)) && /^\/sorry(?:\/|$)/.test(target.pathname);
}

/**
 * A page's comments, elements without inner markup, titles, and tags, each with its name. Every alternative also matches up
 * to the end of the text, so that no part of a broken page is scanned twice.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(?:(script|style|svg|template|noscript|textarea)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)|(title)(?=[\s/>])[\s\S]*?(?:<\/title\s*>|$)|(\/?[a-z][^\s"'/>]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>]+)*(?:>|$))/gi;

interface Token {
  /** In lower case. The name of an end tag begins with a slash. */
  name: string;
  markup: string;
}

/** The titles and tags of a page. A token that is cut off at the end is left out. */
function tokens(html: string): Token[] {
  const found: Token[] = [];
  for (const [markup, , title, tag] of html.matchAll(TOKEN)) {
    const name = (title ?? tag)?.toLowerCase();
    const complete = title === undefined ? markup.endsWith(">") : /<\/title\s*>$/i.test(markup);
    if (name !== undefined && complete) found.push({ name, markup });
  }
  return found;
}

const endsHead = ({ name }: Token): boolean => name === "/head" || name === "body";

/**
 * The request for a deck's page, in Japanese, so that the form of its title does not depend on the region of the function.
 * Only the head is read. Redirects to a sign-in or a bot check are not followed, since these pages have titles, too.
 */
export function googleSlidesRequest(canonicalUrl: string): DeckRequest {
  return {
    url: canonicalUrl,
    headers: { accept: "text/html", "accept-language": "ja" },
    maxBytes: MAX_BYTES,
    followRedirect: (target) => staysOn(target, [HOST]) && !isSignIn(target) && !isBotCheck(target),
    stopReading: enoughAfterHead((decoded) => tokens(asciiView(decoded)).some(endsHead)),
    onTooLarge: "truncate",
  };
}

/**
 * The request for the page of a deck that is published to the web. Its canonical URL is requested first, but the deck's own
 * page is under `/pub`. Null for other decks, which have no such page.
 */
export function publishedSlidesRequest(canonicalUrl: string): DeckRequest | null {
  if (!canonicalUrl.startsWith(`${ORIGIN}/presentation/d/e/`)) return null;
  return { ...googleSlidesRequest(canonicalUrl), url: `${canonicalUrl}/pub` };
}

function decode(body: Uint8Array, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(body);
  } catch {
    // The charset is unknown.
    return new TextDecoder().decode(body);
  }
}

const ATTRIBUTES = new Set(["action", "content", "href", "property", "rel"]);

/** Some attributes of a tag, their entities decoded. */
function attributes(token: Token): Record<string, string | undefined> {
  return Object.fromEntries(
    Array.from(tagAttributes(token, ATTRIBUTES), ([name, value]) => [name, decodedText(value)]),
  );
}

/** Whether an element declares a sign-in page as the page's own address or as the target of its form. */
function pointsToSignIn(token: Token): boolean {
  if (token.name !== "base" && token.name !== "link" && token.name !== "form") return false;
  const { href, rel, action } = attributes(token);
  if (token.name === "link" && rel?.toLowerCase() !== "canonical") return false;
  const reference = token.name === "form" ? action : href;
  return reference !== undefined && URL.canParse(reference, ORIGIN) && isSignIn(new URL(reference, ORIGIN));
}

// The request asks for Japanese; Google falls back to English. The title of a deck's page ends with the product's name, so
// that a deck about signing in keeps its title.
const SIGN_IN = "(?:sign[ -]?in|log[ -]?in|ログイン)";
const SIGN_IN_TITLES = [
  new RegExp(`^${SIGN_IN}(?:\\s*[-‐–—|:：]\\s*Google[^-‐–—|]{0,40})?$`, "iu"),
  new RegExp(`^Google[^-‐–—|]{0,80}[:：]\\s*${SIGN_IN}$`, "iu"),
];

const PRODUCT_NAME = /^Google (?:Slides|スライド)$/;

/**
 * Removes the product's name from the end of a page's title. The name depends on the language, but always contains the word
 * Google and has at most four words.
 */
function withoutProduct(title: string): string {
  const [, deck, product] = /^(?:(.*)\s)?[-‐‑‒–—―]\s(\S+(?:\s\S+){0,3})$/u.exec(title) ?? [];
  return product !== undefined && /(?<![A-Za-z])Google(?![A-Za-z])/.test(product) ? (deck ?? "") : title;
}

/** A title's text, its entities decoded once. Tags inside a title are text. */
function titleText({ markup }: Token): string {
  // The parser recognizes the start and end tags in their plainest form only.
  const plain = markup.replace(/^<title/i, "<title").replace(/<\/title\s*>$/i, "</title>");
  const page = parse(plain, { blockTextElements: { title: true } });
  return singleLine(page.querySelector("title")?.text ?? "");
}

interface Head {
  /** The text of the first title that is not empty, entities decoded; null if there is no title element. */
  title: string | null;
  socialTitle: string | null;
}

function readHead(page: readonly Token[]): Head {
  const head: Head = { title: null, socialTitle: null };
  for (const token of page) {
    if (endsHead(token)) break;
    if (token.name === "title") head.title ||= titleText(token);
    if (token.name === "meta") {
      const { property, content } = attributes(token);
      if (property?.toLowerCase() === "og:title") head.socialTitle ||= singleLine(content ?? "");
    }
  }
  return head;
}

/** The deck's title from the head of its page, or why there is none. */
function titleOf(page: readonly Token[]): { title: string } | { titleAbsence: string } {
  if (page.some(pointsToSignIn)) return { titleAbsence: "sign_in" };
  const head = readHead(page);
  const shown = head.title || head.socialTitle || "";
  if (SIGN_IN_TITLES.some((pattern) => pattern.test(shown))) return { titleAbsence: "sign_in" };
  const social = (head.socialTitle ?? "").replace(/ - Google (?:Slides|スライド)$/, "");
  const own = withoutProduct(head.title ?? "");
  const title = [social, own].map(cleanTitle).find((candidate) => candidate !== "" && !PRODUCT_NAME.test(candidate));
  if (title !== undefined) return { title };
  return { titleAbsence: head.title === null && head.socialTitle === null ? "missing" : "empty" };
}

/**
 * Reads the response to `googleSlidesRequest`. The embed URL is derived from the address, so that a permanent failure is
 * metadata without a title, with the reason: the code of the status, or `sign_in`, `unexpected_redirect`, `not_html`,
 * `missing` or `empty`. Failures that a retry may cure are `transient`, a bot check included.
 */
export function readGoogleSlides(response: FetchedResponse, canonicalUrl: string): ReadingOutcome {
  const { location, retryAfterSeconds } = response;
  if (location !== null && isBotCheck(location)) return { kind: "transient", code: "rate_limited", retryAfterSeconds };
  if (location !== null && isSignIn(location)) return googleSlidesMetadata(canonicalUrl, { titleAbsence: "sign_in" });
  const failure = failureOfStatus(response);
  if (failure?.kind === "transient") return failure;
  if (failure !== null) return googleSlidesMetadata(canonicalUrl, { titleAbsence: failure.code });
  if (response.mediaType !== "text/html" && response.mediaType !== "application/xhtml+xml") {
    return googleSlidesMetadata(canonicalUrl, { titleAbsence: "not_html" });
  }
  return googleSlidesMetadata(canonicalUrl, titleOf(tokens(decode(response.body, response.charset))));
}
