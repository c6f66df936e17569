import { cleanParagraphs } from "../../shared/html/markup-text.ts";
import { decodePage } from "../../shared/html/page-charset.ts";
import { languageOfScript } from "../../shared/html/page-language.ts";
import { pageMetadata } from "../../shared/html/page-metadata.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import type { FetchedPage, PageContent, PageOutcome } from "./page-content.ts";
import { readableText } from "./readable-text.ts";

const HTML = new Set(["text/html", "application/xhtml+xml"]);
const PLAIN = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

/** How many code units of a body are examined to detect its type. */
const SNIFFED = 1024;

// The tags with which a page may begin, by WHATWG's MIME Sniffing, 7.1.
const LIKE_HTML =
  /^\s*<(?:!--|\?xml|(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta)[\s/>])/i;
// Text contains no NUL; images, archives and fonts contain one within their first bytes. A PDF begins with ASCII text.
const BINARY = /\0|^%PDF-/;

const beginsLike = (pattern: RegExp, text: string): boolean => pattern.test(text.slice(0, SNIFFED));

/** How many code units of a plain text are read: the most that is stored, and white space. */
const MAX_PLAIN = 400_000;

// A line that continues in the next one was wrapped, and the two are joined. If the next line begins with a capital letter,
// this can't be decided, and they stay separate.
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
 * Reads the response to the request for a page. Of a plain text only the text is read; of a page, its metadata and its
 * readable text. Any status but 200 is a failure by `failureOfStatus`. The permanent code of this reader is
 * `not_html_or_text`: by the media type, by the first bytes if there is no media type, and for binary bytes with any media
 * type. Never throws.
 */
export function readPage(response: FetchedPage): PageOutcome {
  const failure = failureOfStatus(response);
  if (failure !== null) return failure;
  const { mediaType, url } = response;
  if (mediaType !== "" && !HTML.has(mediaType) && !PLAIN.has(mediaType))
    return { kind: "permanent", code: "not_html_or_text" };
  const source = decodePage(response.body, response.charset);
  if (beginsLike(BINARY, source)) return { kind: "permanent", code: "not_html_or_text" };
  const isHtml = HTML.has(mediaType) || (mediaType === "" && beginsLike(LIKE_HTML, source));
  return { kind: "page", content: isHtml ? htmlContent(source, url) : plainContent(source) };
}
