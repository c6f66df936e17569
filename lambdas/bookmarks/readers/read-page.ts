import { isDefaultTitle } from "../../shared/default-title.ts";
import { jsonLdArticle } from "../../shared/html/json-ld.ts";
import { cleanParagraphs, textOfTokens } from "../../shared/html/markup-text.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import {
  baseAddress,
  canonicalAddress,
  declaredDirection,
  pageDeclarations,
} from "../../shared/html/page-declarations.ts";
import { languageOfScript } from "../../shared/html/page-language.ts";
import { pageMetadata } from "../../shared/html/page-metadata.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import { iconAddresses } from "./icon-addresses.ts";
import { hasFrames, mainFrame } from "./main-frame.ts";
import { nextPageAddress } from "./next-page.ts";
import type { FetchedPage, PageContent, PageOutcome, ReadPage } from "./page-content.ts";
import { paragraphsHtml } from "./paragraphs-html.ts";
import type { ReadableText } from "./readable-text.ts";
import { readableText, SHORT_ARTICLE } from "./readable-text.ts";
import { sanitizedHtml } from "./sanitized-html.ts";

const HTML = new Set(["text/html", "application/xhtml+xml"]);
// A type that tells nothing is none (WHATWG's MIME Sniffing, 7).
const UNTOLD = new Set(["", "unknown/unknown", "application/unknown", "*/*"]);
const XML = new Set(["application/xml", "text/xml"]);
const PLAIN = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/** How many code units of a body are examined to detect its type. */
const SNIFFED = 1024;

// The tags with which a page may begin, by WHATWG's MIME Sniffing, 7.1.
const LIKE_HTML =
  /^\s*<(?:!--|\?xml|(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta)[\s/>])/i;
const XHTML = /^\s*(?:<[?!][^<]*)*<html[\s>]/i;
// Text contains no NUL; images, archives and fonts contain one within their first bytes. A PDF begins with ASCII text.
const BINARY = /\0|^%PDF-/;

const beginsLike = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, SNIFFED));

/** The number of code units of a plain text that are kept as HTML, which is at most as long. */
const MAX_PLAIN = 1_000_000;
/** The number of code units that are read for the text: the longest stored text, and white space. */
const MAX_PLAIN_TEXT = 400_000;

// A line that continues in the next one was wrapped, and the two are joined. If the next line begins with a capital letter,
// this can't be decided, and they stay separate.
const unwrapped = (text: string): string => text.replace(/(?<=[\p{L}\p{N},;])\r?\n(?=\p{Ll})/gu, " ");

/** Whether more than one in a hundred letters could not be decoded. */
function isGarbled({ title, text }: PageContent): boolean {
  const shown = `${title ?? ""}\n${text}`;
  const lost = shown.match(/\ufffd/g)?.length ?? 0;
  return lost > 0 && 100 * lost > (shown.match(/\p{L}/gu)?.length ?? 0) + lost;
}

function htmlPage(html: string, { url, headers = {}, truncated = false }: FetchedPage): ReadPage {
  const declarations = pageDeclarations(html);
  const metadata = pageMetadata(declarations, url);
  const base = baseAddress(declarations, url);
  const readable = readableText(html, metadata.title ?? "", base);
  // "Loading" alone is no text of the page; below a picture it is.
  const isPlaceholder = isDefaultTitle(readable.text) && !readable.html.includes("<img");
  const shown = isPlaceholder ? { text: "", html: "", truncated: false } : readable;
  const text = shown.text.length < SHORT_ARTICLE ? longer(shown, jsonLdArticle(declarations.jsonLd).body, base) : shown;
  const language = metadata.language ?? languageOfScript(text.text || (metadata.title ?? ""));
  const iconUrls = iconAddresses(declarations, url);
  const dir = declaredDirection(declarations);
  const content = { ...metadata, ...text, truncated: truncated || text.truncated, language, dir, iconUrls };
  const nextUrl = nextPageAddress(declarations, headers, { url, base });
  const frameUrl = content.text === "" ? mainFrame(html, base) : null;
  return {
    kind: "page",
    content,
    url,
    canonicalUrl: canonicalAddress(declarations, base),
    ...(nextUrl === null ? {} : { nextUrl }),
    ...(content.text === "" && (frameUrl !== null || hasFrames(html)) ? { frameUrl } : {}),
  };
}

/** What a page shows without script, or the longer body that it states of its article, which a script will show. */
function longer(shown: ReadableText, body: string, base: URL): ReadableText {
  const tokens = Array.from(markupTokens(body));
  const isText = tokens.every(({ kind }) => kind === "text");
  const stated = isText ? plainText(body) : { text: textOfTokens(tokens), ...sanitizedHtml(tokens, base) };
  return stated.text.length > shown.text.length ? stated : shown;
}

function plainText(source: string): ReadableText {
  const lines = source.replace(/\r\n?/g, "\n");
  return { text: cleanParagraphs(lines.slice(0, MAX_PLAIN_TEXT).split(/\n+/)), ...paragraphsHtml(lines) };
}

function plainContent(source: string, { url, ...response }: FetchedPage): PageContent {
  const { text, ...content } = plainText(unwrapped(source.slice(0, MAX_PLAIN)));
  const metadata = { title: null, siteName: null, author: null, description: null, imageUrl: null, dir: null };
  const truncated = response.truncated === true || content.truncated || source.length > MAX_PLAIN;
  const language = languageOfScript(text);
  return { ...metadata, language, text, html: content.html, truncated, iconUrls: iconAddresses(null, url) };
}

/**
 * Reads the response to the request for a page. Of a plain text only the text is read; of a page, its metadata and its
 * readable text. Any status but 200 is a failure by `failureOfStatus`. The permanent codes of this reader are
 * `not_html_or_text`: by the media type, by the first bytes if there is no media type or that of XML, and for binary bytes with
 * any media type; and `undecodable_body` for a page whose encoding can't be told. Never throws.
 */
export function readPage(response: FetchedPage): PageOutcome {
  const failure = failureOfStatus(response);
  if (failure !== null) return failure;
  const { mediaType, url } = response;
  const types = [HTML, PLAIN, UNTOLD, XML];
  if (!types.some((set) => set.has(mediaType))) return { kind: "permanent", code: "not_html_or_text" };
  const source = decodePage(response.body, response.charset);
  const isLikeHtml = beginsLike(XML.has(mediaType) ? XHTML : LIKE_HTML, source);
  // Browsers ignore a NUL in a page.
  if (XML.has(mediaType) ? !isLikeHtml : beginsLike(BINARY, source) && !isLikeHtml)
    return { kind: "permanent", code: "not_html_or_text" };
  const isHtml = HTML.has(mediaType) || (isLikeHtml && !PLAIN.has(mediaType));
  const page: ReadPage = isHtml
    ? htmlPage(source, response)
    : { kind: "page", content: plainContent(source, response), url, canonicalUrl: null };
  return isGarbled(page.content) ? { kind: "permanent", code: "undecodable_body" } : page;
}
