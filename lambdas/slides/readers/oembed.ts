import { isDefaultTitle } from "../../shared/default-title.ts";
import { markupTokens } from "../../shared/html/markup-tokens.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";
import { unescapedText } from "../../shared/html/twice-escaped.ts";
import { isJsonType } from "../../shared/outbound/media-type.ts";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import { cleanTitle } from "../../shared/plain-text.ts";
import type { DeckRequest, FetchedResponse, ReadingFailure, ReadingOutcome } from "./deck-metadata.ts";
import { staysOn } from "./deck-metadata.ts";

/** The limit of an oEmbed answer in decoded bytes. */
const MAX_BYTES = 100 * 1024;

/** The fields of a valid answer that readers use, as the provider sent them; null for a value that is no string. */
export interface OEmbedAnswer {
  title: string | null;
  authorName: string | null;
  url: string | null;
  html: string | null;
  thumbnailUrl: string | null;
}

/** A request for an oEmbed answer, with redirects within the provider's hosts only. */
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

// "1.0" is the specified version; real answers also have the number, or no version. JSON's 1.0 is parsed as 1.
const VERSIONS: readonly unknown[] = ["1.0", "1", 1, undefined, null];

/**
 * Checks the common parts of an oEmbed answer: status 200, JSON by media type and content, type `rich`, version 1. Permanent
 * codes beside those of statuses: `not_json`, `malformed_json`, `unexpected_type`, `unexpected_version`.
 */
export function readOEmbed(response: FetchedResponse): { kind: "answer"; answer: OEmbedAnswer } | ReadingFailure {
  const failure = failureOfStatus(response);
  if (failure !== null) return failure;
  if (!isJsonType(response.mediaType)) return { kind: "permanent", code: "not_json" };
  let parsed: unknown;
  try {
    // JSON is always UTF-8; the decoder removes a byte order mark.
    parsed = JSON.parse(new TextDecoder().decode(response.body));
  } catch {
    if (response.truncated) return { kind: "transient", code: "network", retryAfterSeconds: null };
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
      thumbnailUrl: stringOrNull(fields.thumbnail_url),
    },
  };
}

/** The targets of the iframes in an answer's `html`, resolved against `base` as a browser does. */
export function iframeTargets(answer: OEmbedAnswer, base: string): URL[] {
  return Array.from(markupTokens(answer.html ?? "")).flatMap((token) => {
    if (token.kind !== "opaque" || token.name !== "iframe") return [];
    const source = token.attributes.get("src");
    const target = source === undefined ? null : URL.parse(source, base);
    return target === null ? [] : [target];
  });
}

/** The outcome of a valid answer with this embed URL: its texts are cleaned, and other fields are dropped. */
export function oEmbedMetadata(answer: OEmbedAnswer, embedUrl: string): ReadingOutcome {
  const declared = cleanTitle(unescapedText(answer.title ?? ""));
  const title = declared === "" || isDefaultTitle(declared) ? null : declared;
  const authorName = cleanTitle(unescapedText(answer.authorName ?? "")) || null;
  const metadata = { title, authorName, embedUrl };
  const picture = webAddress(answer.thumbnailUrl ?? "", new URL(embedUrl))?.href;
  const found = { kind: "metadata", metadata, ...(picture !== undefined && { pictureUrl: picture }) } as const;
  if (title !== null) return found;
  return { ...found, titleAbsence: answer.title === null ? "missing" : declared === "" ? "empty" : "default" };
}
