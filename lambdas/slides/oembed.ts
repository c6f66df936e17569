import { parse } from "node-html-parser";
import { isJsonType } from "../shared/outbound/media-type.ts";
import { failureOfStatus } from "../shared/outbound/request-failure.ts";
import { cleanTitle } from "../shared/plain-text.ts";
import type { DeckRequest, FetchedResponse, ReadingFailure, ReadingOutcome } from "./deck-metadata.ts";
import { staysOn } from "./deck-metadata.ts";

/** Limit of an oEmbed answer, in decoded bytes. */
const MAX_BYTES = 100 * 1024;

/** The fields of a valid answer that readers use, as the provider sent them; whatever is no string is null. */
export interface OEmbedAnswer {
  title: string | null;
  authorName: string | null;
  url: string | null;
  html: string | null;
}

/** A request for an oEmbed answer that stays on the provider's own hosts. */
export function oEmbedRequest(url: string, hosts: readonly string[]): DeckRequest {
  return {
    url,
    headers: { accept: "application/json" },
    maxBytes: MAX_BYTES,
    followRedirect: (target) => staysOn(target, hosts),
    onTooLarge: "fail",
  };
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

// "1.0" is the specified form; the number, and no version at all, occur in the wild. JSON's 1.0 is the number 1.
const VERSIONS: readonly unknown[] = ["1.0", "1", 1, undefined, null];

/**
 * Checks what every oEmbed answer must be: status 200, JSON by media type and content, type `rich`, version 1.
 * Permanent codes beside those of statuses: `not_json`, `malformed_json`, `unexpected_type`, `unexpected_version`.
 */
export function readOEmbed(response: FetchedResponse): { kind: "answer"; answer: OEmbedAnswer } | ReadingFailure {
  const failure = failureOfStatus(response);
  if (failure !== null) return failure;
  if (!isJsonType(response.mediaType)) return { kind: "permanent", code: "not_json" };
  let parsed: unknown;
  try {
    // JSON is UTF-8 whatever the header says; the decoder drops a byte order mark.
    parsed = JSON.parse(new TextDecoder().decode(response.body));
  } catch {
    return { kind: "permanent", code: "malformed_json" };
  }
  const fields: Record<string, unknown> = typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  if (fields.type !== "rich") return { kind: "permanent", code: "unexpected_type" };
  if (!VERSIONS.includes(fields.version)) return { kind: "permanent", code: "unexpected_version" };
  return {
    kind: "answer",
    answer: {
      title: stringOrNull(fields.title),
      authorName: stringOrNull(fields.author_name),
      url: stringOrNull(fields.url),
      html: stringOrNull(fields.html),
    },
  };
}

/** Markup in which every comment that begins also ends: the parser would look for the end of each to the end of the text. */
function withClosedComments(html: string): string {
  const end = html.lastIndexOf("-->");
  return html.slice(0, Math.max(0, end)) + html.slice(Math.max(0, end)).replaceAll("<!--", "&lt;!--");
}

/** The iframes that an answer's `html` holds, as the URLs that a browser on `base` would load. */
export function iframeTargets(answer: OEmbedAnswer, base: string): URL[] {
  // With this option the parser's time stays linear in unclosed elements; its default is quadratic.
  const fragment = parse(withClosedComments(answer.html ?? ""), { parseNoneClosedTags: true });
  return fragment.querySelectorAll("iframe").flatMap((iframe) => {
    const source = iframe.getAttribute("src");
    return source !== undefined && URL.canParse(source, base) ? [new URL(source, base)] : [];
  });
}

/** The outcome of a valid answer with this embed URL: its texts cleaned, no thumbnail, nothing else kept. */
export function oEmbedMetadata(answer: OEmbedAnswer, embedUrl: string): ReadingOutcome {
  const title = cleanTitle(answer.title ?? "") || null;
  const authorName = cleanTitle(answer.authorName ?? "") || null;
  const metadata = { title, authorName, thumbnailUrl: null, embedUrl };
  if (title !== null) return { kind: "metadata", metadata };
  return { kind: "metadata", metadata, titleAbsence: answer.title === null ? "missing" : "empty" };
}
