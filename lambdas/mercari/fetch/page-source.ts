import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { SourcedPage } from "../readers/sourced-page.ts";

/**
 * Fetches one page of Mercari, with or without running its scripts.
 *
 * @param timeoutMs milliseconds that the caller has; a source may have a shorter limit of its own
 * @throws OutboundError
 */
export type PageSource = (url: string, timeoutMs: number) => Promise<SourcedPage>;

/** Fetches pages as the site sends them, without running scripts. Live search pages contain no listings in this form. */
export function httpPageSource(fetch: OutboundFetch): PageSource {
  return async (url, timeoutMs) => sourcedPage(await fetchDocument(url, fetch, { timeoutMs }));
}

const HOST = "jp.mercari.com";

/** Milliseconds for a document, redirects and body included. */
const DOCUMENT_TIMEOUT_MS = 10_000;

/** Limit of decoded bytes. Search pages have about 0.5 MB (2026). */
export const MAX_DOCUMENT_BYTES = 3 * 1024 * 1024;

/**
 * Fetches a page's document as the site sends it. Redirects are followed within jp.mercari.com only: a redirect to another
 * host is returned as the response.
 *
 * @param options `headers` replace the headers of the outbound fetch; `timeoutMs` may shorten the time-out
 * @throws OutboundError
 */
export function fetchDocument(
  url: string,
  fetch: OutboundFetch,
  {
    headers = {},
    timeoutMs = DOCUMENT_TIMEOUT_MS,
  }: { headers?: Readonly<Record<string, string>>; timeoutMs?: number } = {},
): Promise<OutboundResponse> {
  return fetch({
    url,
    headers: { accept: "text/html, application/xhtml+xml", "accept-language": "ja", ...headers },
    timeoutMs: Math.min(timeoutMs, DOCUMENT_TIMEOUT_MS),
    maxBytes: MAX_DOCUMENT_BYTES,
    followRedirect: (target) => canonicalHost(target) === HOST,
  });
}

/** A fetched document as a page. Its text is decoded as UTF-8, which the site uses everywhere. */
export function sourcedPage({ url, status, headers, body, retryAfterSeconds }: OutboundResponse): SourcedPage {
  return { url: url.href, status, headers, html: body.toString("utf8"), retryAfterSeconds };
}
