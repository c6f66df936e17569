import { decodePage } from "../../shared/html/page-charset.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { failureOfError, failureOfRefusal } from "../../shared/outbound/request-failure.ts";
import type { Mention } from "../domain/mention.ts";
import { isSameSite } from "../domain/web-url.ts";
import { verifiedMention } from "../readers/mention-verification.ts";
import { readSitePage } from "../readers/site-page.ts";

/**
 * The outcome of fetching the source of a mention. `not_found`: the source was read and does not link to the target, or is
 * gone for good. `missing`: the site has no such page now. `failed`: the source could not be read, so that the link may
 * exist. `busy`: the site asked to wait. `transient`: an early retry may have another outcome.
 */
export type SourceAnswer =
  /** `title`: the title of an HTML page; null without one. */
  | { readonly kind: "found"; readonly title: string | null }
  | { readonly kind: "not_found" | "missing" | "failed"; readonly code: string; readonly transient: boolean }
  | { readonly kind: "busy"; readonly code: string; readonly retryAfterSeconds: number | null };

/** The limits of the example in the standard (W3C Webmention, 4.2), in milliseconds and decoded bytes. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

const ACCEPT =
  "text/html, application/json, application/xhtml+xml;q=0.9, application/atom+xml;q=0.9, application/rss+xml;q=0.9, text/markdown;q=0.8, text/plain;q=0.8";

const NOT_FOUND = 404;
const GONE = 410;
const BUSY_STATUSES = new Set([429, 503]);

/** Fetches the source of a mention once. Network errors are returned as outcomes, not thrown. */
export async function fetchMentionSource(
  { source, target }: Pick<Mention, "source" | "target">,
  fetch: OutboundFetch,
): Promise<SourceAnswer> {
  try {
    const response = await fetch({
      url: source.href,
      headers: { accept: ACCEPT },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      onTooLarge: "truncate",
    });
    // A page of another site proves nothing: an open redirect may point anywhere.
    if (!isSameSite(source.url, response.url)) return { kind: "failed", code: "another_site", transient: false };
    return response.status >= 200 && response.status <= 299 ? read(response, target) : refused(response);
  } catch (error) {
    const { kind, code } = failureOfError(error);
    return { kind: "failed", code, transient: kind === "transient" };
  }
}

function read(response: OutboundResponse, target: string): SourceAnswer {
  const { url, mediaType, charset, truncated } = response;
  const body = decodePage(response.body, charset);
  if (verifiedMention({ url, mediaType, body }, target) === "found") {
    return { kind: "found", title: readSitePage(response)?.title ?? null };
  }
  // The link may be in the part that was not read or could not be decoded.
  if (truncated) return { kind: "failed", code: "too_large", transient: false };
  if (isBrokenJson(mediaType, body)) return { kind: "failed", code: "malformed_json", transient: false };
  // A cache of the source's site may still serve the page as it was before the link was added.
  return { kind: "not_found", code: "not_mentioned", transient: true };
}

function isBrokenJson(mediaType: string, body: string): boolean {
  if (mediaType !== "application/json" && !mediaType.endsWith("+json")) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

function refused(response: OutboundResponse): SourceAnswer {
  const { status, retryAfterSeconds } = response;
  const failure = failureOfRefusal(response);
  if (status === GONE) return { kind: "not_found", code: failure.code, transient: false };
  if (status === NOT_FOUND) return { kind: "missing", code: failure.code, transient: false };
  if (BUSY_STATUSES.has(status)) return { kind: "busy", code: failure.code, retryAfterSeconds };
  return { kind: "failed", code: failure.code, transient: failure.kind === "transient" };
}
