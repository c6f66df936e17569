import { isDefaultTitle } from "../../shared/default-title.ts";
import { endsHead, enoughAfterHead } from "../../shared/html/head-end.ts";
import type { MarkupToken } from "../../shared/html/markup-tokens.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";
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
 * The request for a deck's page, in Japanese, so that the form of its title does not depend on the region of the function.
 * Only the head is read. Redirects to a sign-in or a bot check are not followed, since these pages have titles, too.
 */
export function googleSlidesRequest(canonicalUrl: string): DeckRequest {
  return {
    url: canonicalUrl,
    headers: { accept: "text/html", "accept-language": "ja" },
    maxBytes: MAX_BYTES,
    followRedirect: (target) => staysOn(target, [HOST]) && !isSignIn(target) && !isBotCheck(target),
    stopReading: enoughAfterHead(() => true),
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

/** Whether an element declares a sign-in page as the page's own address or as the target of its form. */
function pointsToSignIn(token: MarkupToken): boolean {
  if (token.kind !== "start") return false;
  const { name, attributes } = token;
  if (name !== "base" && name !== "link" && name !== "form") return false;
  if (name === "link" && attributes.get("rel")?.toLowerCase() !== "canonical") return false;
  const reference = attributes.get(name === "form" ? "action" : "href");
  const target = reference === undefined ? null : URL.parse(reference, ORIGIN);
  return target !== null && isSignIn(target);
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

interface Head {
  /** The text of the first title that is not empty; null if there is no title element. */
  title: string | null;
  socialTitle: string | null;
  picture: string | null;
}

/** The titles in the head of a page; null for a sign-in page, which any of its elements may declare. */
function readHead(html: string): Head | null {
  const head: Head = { title: null, socialTitle: null, picture: null };
  let isInHead = true;
  for (const token of markupTokens(html)) {
    if (pointsToSignIn(token)) return null;
    isInHead &&= !endsHead(token);
    if (!isInHead) continue;
    if (token.kind === "inside" && token.name === "title") head.title ||= singleLine(token.text);
    if (token.kind === "start" && token.name === "meta") {
      const { attributes } = token;
      const content = attributes.get("content") ?? "";
      const property = attributes.get("property")?.toLowerCase();
      if (property === "og:title") head.socialTitle ||= singleLine(content);
      if (property === "og:image") head.picture ??= webAddress(content, new URL(ORIGIN))?.href ?? null;
    }
  }
  return head;
}

/** The deck's title and picture from the head of its page, or why there is no title. */
function titleOf(html: string): { title: string; pictureUrl?: string } | { titleAbsence: string } {
  const head = readHead(html);
  if (head === null) return { titleAbsence: "sign_in" };
  const shown = head.title || head.socialTitle || "";
  if (SIGN_IN_TITLES.some((pattern) => pattern.test(shown))) return { titleAbsence: "sign_in" };
  const social = (head.socialTitle ?? "").replace(/ - Google (?:Slides|スライド)$/, "");
  const own = withoutProduct(head.title ?? "");
  const titles = [social, own].map(cleanTitle).filter((candidate) => candidate !== "" && !PRODUCT_NAME.test(candidate));
  const title = titles.find((candidate) => !isDefaultTitle(candidate));
  if (title !== undefined) return { title, ...(head.picture !== null && { pictureUrl: head.picture }) };
  if (titles.length > 0) return { titleAbsence: "default" };
  return { titleAbsence: head.title === null && head.socialTitle === null ? "missing" : "empty" };
}

/**
 * Reads the response to `googleSlidesRequest`. The embed URL is derived from the address, so that a permanent failure is
 * metadata without a title, with the reason: the code of the status, or `sign_in`, `unexpected_redirect`, `not_html`,
 * `missing`, `empty` or `default` (what the program puts there). Failures that a retry may cure are `transient`, a bot check included.
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
  return googleSlidesMetadata(canonicalUrl, titleOf(decodePage(response.body, response.charset)));
}
