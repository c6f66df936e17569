import dns from "node:dns";
import type { IncomingMessage } from "node:http";
import http from "node:http";
import { deadlineSignal } from "../deadline.ts";
import { runningWarmUp } from "../running-warm-up.ts";
import type { DialTarget, Hop } from "./exchange.ts";
import { exchange } from "./exchange.ts";
import { FetchCookies } from "./fetch-cookies.ts";
import { parseMediaType } from "./media-type.ts";
import type { BodyLimits } from "./outbound-body.ts";
import { readBody } from "./outbound-body.ts";
import { OutboundError, place } from "./outbound-error.ts";
import { parseAllowedUrl, resolvePublicAddresses } from "./outbound-guard.ts";
import { redirectTarget } from "./redirect-target.ts";
import type { RefreshTarget } from "./refresh-target.ts";
import { parseRetryAfter } from "./retry-after.ts";

export interface OutboundRequest extends BodyLimits {
  url: string | URL;
  /** Default GET. */
  method?: "GET" | "HEAD" | "POST";
  /** Names in any case. Host, Connection, Content-Length and Transfer-Encoding are ignored. */
  headers?: Record<string, string>;
  body?: string;
  /**
   * One deadline in milliseconds for DNS, connect, TLS, headers, all redirects and the whole body. The invocation's own
   * deadline ends a fetch, too (deadline.ts).
   */
  timeoutMs: number;
  /**
   * Called for every redirect whose target is allowed, with its status, which is 200 for a page that refreshes. False: the
   * response itself is returned with `location` set. Default: always true, also from https to http, since public pages
   * redirect so.
   */
  followRedirect?: (target: URL, status: number) => boolean;
  /** Called before the body is read. True: the body is not read, and errors in it are ignored. */
  skipBody?: (head: OutboundHead) => boolean;
}

export interface OutboundHead {
  /** The final URL, after redirects. */
  url: URL;
  status: number;
  /** As sent (so that `Content-Encoding` is that of the wire); names in lower case; several values joined by ", ". */
  headers: Record<string, string>;
  /** Essence of Content-Type in lower case, "" if none. */
  mediaType: string;
  /** Charset of Content-Type in lower case. */
  charset: string | null;
  /** The target of a redirect or refresh that was not followed. */
  location: URL | null;
  /** From Retry-After, uncapped. */
  retryAfterSeconds: number | null;
}

export interface OutboundResponse extends OutboundHead {
  /** Decoded bytes; empty for HEAD, 204 and 304. */
  body: Buffer;
  /** Whether reading stopped early, by `skipBody`, `stopReading` or because of `onTooLarge: "truncate"`. */
  truncated: boolean;
}

export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

export interface OutboundFetchOptions {
  /** Resolves a name to all its IP addresses; default: the system resolver. */
  lookup?: (hostname: string) => Promise<readonly string[]>;
  /**
   * Replaces the target after all checks have passed: tests send allowed traffic to their own server while all checks stay
   * in force. Default: the target itself.
   */
  dial?: (target: DialTarget) => DialTarget;
}

export const USER_AGENT = "Magpie/1 (metadata of the links that its users save)";

/** The same number as in browsers. */
const maxRedirects = 20;

// They describe the connection or the message framing, which this function decides.
const ownHeaders = new Set(["host", "connection", "content-length", "transfer-encoding"]);

const systemLookup = (hostname: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    // Called as a property, so that a resolver that was installed after this module was loaded is used.
    dns.lookup(hostname, { all: true }, (error, answers) => {
      if (error) reject(error);
      else resolve(answers.map((answer) => answer.address));
    });
  });

function nextHop(hop: Hop, status: number, url: URL): Hop {
  const becomesGet = hop.method === "POST" && (status === 301 || status === 302 || status === 303);
  const dropped = new Set<string>();
  if (becomesGet) dropped.add("content-type");
  if (url.origin !== hop.url.origin) dropped.add("authorization").add("cookie");
  return {
    url,
    method: becomesGet ? "GET" : hop.method,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped.has(name))),
    body: becomesGet ? undefined : hop.body,
  };
}

async function toResponse(
  incoming: IncomingMessage,
  hop: Hop,
  location: URL | null,
  request: OutboundRequest,
  refreshTarget: RefreshTarget,
): Promise<OutboundResponse> {
  const status = incoming.statusCode ?? 0;
  const headers = Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(", ")]),
  );
  const { essence, charset } = parseMediaType(incoming.headers["content-type"]);
  const head: OutboundHead = {
    url: hop.url,
    status,
    headers,
    mediaType: essence,
    charset,
    location,
    retryAfterSeconds: parseRetryAfter(incoming.headers["retry-after"], new Date(), incoming.headers.date),
  };
  const hasBody = hop.method !== "HEAD" && status !== 204 && status !== 304;
  const isSkipped = hasBody && request.skipBody?.(head) === true;
  if (!hasBody || isSkipped) return { ...head, body: Buffer.alloc(0), truncated: isSkipped };
  const { stopReading } = request;
  // Only the end of a page shows whether it only refreshes.
  const stops = (decoded: Buffer) => stopReading?.(decoded) === true && refreshTarget(head, decoded) === null;
  const limits = stopReading === undefined ? request : { ...request, stopReading: stops };
  return { ...head, ...(await readBody(incoming, hop.url, limits)) };
}

function firstHop(request: OutboundRequest, url: URL): Hop {
  const given = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !ownHeaders.has(name));
  // The option that makes the reading of responses less strict would also allow control characters in requests.
  for (const [name, value] of given) http.validateHeaderValue(name, value);
  return {
    url,
    method: request.method ?? "GET",
    headers: {
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": USER_AGENT,
      ...Object.fromEntries(given),
    },
    body: request.body,
  };
}

/** A hop with the cookies of the fetch before those that its caller sends. */
function withCookies(hop: Hop, cookies: FetchCookies): Hop {
  const cookie = [cookies.header(hop.url), hop.headers.cookie ?? ""].filter(Boolean).join("; ");
  return cookie === "" ? hop : { ...hop, headers: { ...hop.headers, cookie } };
}

async function followHops(
  request: OutboundRequest,
  start: URL,
  options: Required<OutboundFetchOptions>,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  // Not at the cold start of each API that may fetch: the parser of markup is a ninth of its code.
  const { refreshTarget } = await import("./refresh-target.ts");
  const cookies = new FetchCookies();
  let hop = firstHop(request, start);
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await resolvePublicAddresses(hop.url, options.lookup);
    signal.throwIfAborted();
    const port = Number(hop.url.port) || (hop.url.protocol === "https:" ? 443 : 80);
    const sent = withCookies(hop, cookies);
    const { outgoing, incoming } = await exchange(sent, options.dial({ addresses, port }), signal);
    try {
      cookies.take(incoming.headers["set-cookie"] ?? [], hop.url);
      const status = incoming.statusCode ?? 0;
      // The callback gets a copy, so that it can't change the checked URL.
      const follows = (target: URL) => request.followRedirect?.(new URL(target), status) ?? true;
      let target = redirectTarget(incoming, hop.url);
      if (target === null || !follows(target)) {
        const response = await toResponse(incoming, hop, target, request, refreshTarget);
        target = hop.method === "GET" ? refreshTarget(response, response.body) : null;
        if (target === null) return response;
        if (!follows(target)) return { ...response, location: target };
      }
      if (redirects >= maxRedirects) {
        throw new OutboundError("too_many_redirects", `more than ${maxRedirects} from ${place(start)}`);
      }
      hop = nextHop(hop, status, target);
    } finally {
      outgoing.destroy();
    }
  }
}

/**
 * Makes a fetch with its own resolver or connection target; the checks can't be changed. See {@link outboundFetch} for the
 * behaviour of the result.
 */
export function createOutboundFetch(options: OutboundFetchOptions = {}): OutboundFetch {
  const lookup = options.lookup ?? systemLookup;
  const dial = options.dial ?? ((target) => target);
  return async (request) => {
    const start = parseAllowedUrl(request.url);
    if (runningWarmUp() !== undefined) throw new OutboundError("network", "A warm-up fetches nothing.");
    const controller = new AbortController();
    const { signal } = controller;
    const deadline = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    const invocation = deadlineSignal();
    const endWithInvocation = () => {
      controller.abort(new OutboundError("timeout", `${place(start)} took longer than the invocation has`));
    };
    const timer = setTimeout(() => {
      controller.abort(new OutboundError("timeout", `${place(start)} took more than ${request.timeoutMs} ms`));
    }, request.timeoutMs);
    timer.unref();
    invocation?.addEventListener("abort", endWithInvocation, { once: true });
    try {
      if (invocation?.aborted) endWithInvocation();
      // A race, because a running lookup can't be aborted.
      return await Promise.race([followHops(request, start, { lookup, dial }, signal), deadline]);
    } finally {
      clearTimeout(timer);
      invocation?.removeEventListener("abort", endWithInvocation);
      // Closes every open connection, also after an error.
      controller.abort();
    }
  };
}

/**
 * Fetches an untrusted URL. Only http and https on the usual ports are allowed, and only hosts all of whose addresses are
 * public. This is checked on every hop, for exactly the addresses of the connection. One deadline and one limit on decoded
 * bytes cover the whole fetch. Any HTTP status is a response, not an error.
 *
 * @throws {OutboundError} for every failure of URL, network, deadline, limit or coding. Errors that `followRedirect`,
 * `skipBody` and `stopReading` throw are passed on unchanged; so is a TypeError for header text that HTTP forbids.
 */
export const outboundFetch: OutboundFetch = createOutboundFetch();
