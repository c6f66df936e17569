import { decodePage } from "../../shared/html/page-charset.ts";
import type { OutboundFetch, OutboundRequest, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import type { RequestFailure } from "../../shared/outbound/request-failure.ts";
import { failureOfError, failureOfRefusal } from "../../shared/outbound/request-failure.ts";
import { webUrl } from "../domain/web-url.ts";
import { discoveredEndpoint } from "../readers/endpoint-discovery.ts";

/** Source and target of a Webmention, exactly as they are published. */
export interface OutgoingMention {
  readonly source: string;
  readonly target: string;
}

/** The outcome of a Webmention. `statusCode`: the status of the latest response; null without one. */
export type PostOutcome =
  | { readonly kind: "sent"; readonly endpoint: string; readonly statusCode: number }
  | { readonly kind: "no_endpoint"; readonly statusCode: number }
  | (RequestFailure & {
      /** Null if no endpoint was found. */
      readonly endpoint: string | null;
      readonly statusCode: number | null;
    });

/** Milliseconds for each of the two requests, redirects and body included. */
const TIMEOUT_MS = 10_000;
/** The number of decoded bytes of a page that are searched for its endpoint. */
const MAX_PAGE_BYTES = 1024 * 1024;

/**
 * Sends one Webmention (W3C Webmention, 3.1): discovers the endpoint on the target page, which the standard requires each
 * time, and posts to it. Network errors are returned as outcomes, not thrown. The codes are those of statuses and of
 * `OutboundError`, and one permanent code of its own: `endpoint_too_long`.
 */
export async function postWebmention(mention: OutgoingMention, fetch: OutboundFetch): Promise<PostOutcome> {
  const page = await sendRequest({ url: mention.target, ...PAGE }, null, fetch);
  if ("kind" in page) return page;
  if (!isSuccess(page)) return refused(page, null);
  const offered = discoveredEndpoint({ ...page, body: decodePage(page.body, page.charset) });
  if (offered === null) return { kind: "no_endpoint", statusCode: page.status };
  const endpoint = webUrl(offered.href);
  if (endpoint === null) {
    return { kind: "permanent", code: "endpoint_too_long", endpoint: null, statusCode: page.status };
  }
  const answer = await sendRequest({ url: endpoint, ...POST, body: formOf(mention) }, endpoint, fetch);
  if ("kind" in answer) return answer;
  return isSuccess(answer) ? { kind: "sent", endpoint, statusCode: answer.status } : refused(answer, endpoint);
}

const PAGE: Omit<OutboundRequest, "url"> = {
  headers: { accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1" },
  // An endpoint in a header has priority over the markup. The page itself may be slow, or in a content coding that can't be
  // decoded here.
  skipBody: (head) => discoveredEndpoint({ ...head, body: "" }) !== null,
  maxBytes: MAX_PAGE_BYTES,
  onTooLarge: "truncate",
  timeoutMs: TIMEOUT_MS,
};

const POST: Omit<OutboundRequest, "url" | "body"> = {
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  // Only the status matters: an unreadable body must not make an accepted mention fail.
  skipBody: () => true,
  maxBytes: 0,
  // 307 and 308 repeat the POST. With 302 and 303 the mention was accepted, and the result is at another address (RFC 9110,
  // 15.4.3 and 15.4.4). 301 is not followed: an endpoint that has moved permanently has not accepted the mention, and a GET
  // of its new address would look like a success.
  followRedirect: (_target, status) => status !== 301,
  timeoutMs: TIMEOUT_MS,
};

function formOf({ source, target }: OutgoingMention): string {
  return new URLSearchParams({ source, target }).toString();
}

function isSuccess({ status }: OutboundResponse): boolean {
  return status >= 200 && status <= 299;
}

function refused(response: OutboundResponse, endpoint: string | null): PostOutcome {
  return { ...failureOfRefusal(response), endpoint, statusCode: response.status };
}

async function sendRequest(
  request: OutboundRequest,
  endpoint: string | null,
  fetch: OutboundFetch,
): Promise<OutboundResponse | Extract<PostOutcome, { kind: "transient" | "permanent" }>> {
  try {
    return await fetch(request);
  } catch (error) {
    return { ...failureOfError(error), endpoint, statusCode: null };
  }
}
