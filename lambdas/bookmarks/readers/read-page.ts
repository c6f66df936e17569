import { cleanParagraphs } from "../../shared/html/markup-text.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import { languageOfScript } from "../../shared/html/page-language.ts";
import { pageMetadata } from "../../shared/html/page-metadata.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import type { FetchedPage, PageContent, PageOutcome } from "./page-content.ts";
import { readableText } from "./readable-text.ts";

const HTML = new Set(["text/html", "application/xhtml+xml"]);
const PLAIN = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/** How much of a body tells what it is, in code units. */
const SNIFFED = 1024;

// The tags that a page may begin with, by WHATWG's MIME Sniffing, 7.1.
const LIKE_HTML =
  /^\s*<(?:!--|\?xml|(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta)[\s/>])/i;
// No text has NUL in it; pictures, archives and fonts do within their first bytes. PDF begins like a text.
const BINARY = /\0|^%PDF-/;

const looksLike = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, SNIFFED));

/** How much of a plain text is looked at, in code units: what is kept of it at most, and white space. */
const MAX_PLAIN = 400_000;

// A line that goes on in the next was broken for its width. Where the next begins with a capital, nobody can tell.
function plainText(text: string): string {
  return cleanParagraphs(
    text
      .slice(0, MAX_PLAIN)
      .replace(/(?<=[\p{L}\p{N},;])\r?\n(?=\p{Ll})/gu, " ")
      .split(/[\r\n]+/),
  );
}

function htmlContent(html: string, url: URL): PageContent {
  const metadata = pageMetadata(html, url);
  const text = readableText(html, metadata.title ?? "");
  return { ...metadata, language: metadata.language ?? languageOfScript(text || (metadata.title ?? "")), text };
}

function plainContent(source: string): PageContent {
  const text = plainText(source);
  const language = languageOfScript(text);
  return { title: null, siteName: null, author: null, description: null, language, imageUrl: null, text };
}

/**
 * Reads what a site answered when it was asked for a page. A plain text has itself only, a page its metadata and its
 * readable text. Any status but 200 is a failure by `failureOfStatus`; own permanent code: `not_html_or_text`, by the
 * media type, by the look of the body where there is none, and for bytes that are no text whatever they are called.
 * Never throws.
 */
export function readPage(response: FetchedPage): PageOutcome {
  const failure = failureOfStatus(response);
  if (failure !== null) return failure;
  const { mediaType, url } = response;
  if (mediaType !== "" && !HTML.has(mediaType) && !PLAIN.has(mediaType))
    return { kind: "permanent", code: "not_html_or_text" };
  const source = decodePage(response.body, response.charset);
  if (looksLike(BINARY, source)) return { kind: "permanent", code: "not_html_or_text" };
  const isHtml = HTML.has(mediaType) || (mediaType === "" && looksLike(LIKE_HTML, source));
  return { kind: "page", content: isHtml ? htmlContent(source, url) : plainContent(source) };
}
