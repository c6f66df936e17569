import dns from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { deadlineSignal } from "../deadline.ts";
import { runningWarmUp } from "../running-warm-up.ts";
import { canonicalHost } from "./canonical-host.ts";
import { parseMediaType } from "./media-type.ts";
import type { BodyLimits } from "./outbound-body.ts";
import { readBody } from "./outbound-body.ts";
import { networkError, OutboundError, place } from "./outbound-error.ts";
import { parseAllowedUrl, pinnedLookup, resolvePublicAddresses } from "./outbound-guard.ts";
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
  /** Redirects followed at most; default 5. */
  maxRedirects?: number;
  /**
   * Called for every redirect whose target is allowed, with its status. False: the redirect response itself is returned with
   * `location` set. Default: always true, also from https to http, since public pages redirect so.
   */
  followRedirect?: (target: URL, status: number) => boolean;
  /** Called before the body is read. True: the body is not read, and errors in it are ignored. */
  skipBody?: (head: OutboundHead) => boolean;
}

/** A response without its body. */
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
  /** The target of a redirect that was not followed. */
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

/** The target of a connection: checked IP addresses in order of preference, and a port. */
export interface DialTarget {
  addresses: readonly string[];
  port: number;
}

export interface OutboundFetchOptions {
  /** Resolves a name to all its IP addresses; default: the system resolver. */
  lookup?: (hostname: string) => Promise<readonly string[]>;
  /**
   * Replaces the target after all checks have passed: tests send allowed traffic to their own server while all checks stay
   * in force. Default: the target itself.
   */
  dial?: (target: DialTarget) => DialTarget;
}

interface Hop {
  url: URL;
  method: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
}

export const USER_AGENT = "Magpie/1 (metadata of the links that its users save)";

const defaultMaxRedirects = 5;
const maxHeaderBytes = 32 * 1024;
/** How many interim responses (103 and the like) are ignored, as a client must (RFC 9110, 15.2). */
const maxHints = 5;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

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

function exchange(
  hop: Hop,
  target: DialTarget,
  signal: AbortSignal,
): Promise<{ outgoing: ClientRequest; incoming: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const { url } = hop;
    const hostname = canonicalHost(url);
    const isLiteral = net.isIP(hostname) !== 0;
    const options: https.RequestOptions = {
      method: hop.method,
      host: isLiteral ? (target.addresses[0] ?? hostname) : hostname,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      headers: { ...hop.headers, host: url.host },
      // A pooled socket or a proxy would skip the lookup below.
      agent: false,
      lookup: pinnedLookup(target.addresses),
      maxHeaderSize: maxHeaderBytes,
      signal,
    };
    const outgoing =
      url.protocol === "https:"
        ? // Server names are never addresses (RFC 6066, 3).
          https.request({ ...options, servername: isLiteral ? "" : hostname })
        : http.request(options);
    outgoing.on("error", (cause) => reject(networkError(cause, url)));
    // No request asks for another protocol, and a connection that has switched never gives a response.
    const changesProtocol = () => new OutboundError("network", `change of protocol by ${place(url)}`);
    outgoing.on("upgrade", (_incoming, socket) => {
      socket.destroy();
      reject(changesProtocol());
    });
    let hints = 0;
    outgoing.on("information", () => {
      hints += 1;
      if (hints > maxHints) outgoing.destroy(new OutboundError("network", `no answer but hints of ${place(url)}`));
    });
    outgoing.on("response", (incoming) => {
      // Errors reach the reader of the body. The listener is for a body that is not read: its errors would be uncaught.
      incoming.on("error", () => undefined);
      // A 101 without an `Upgrade` header is emitted as if it were the final response.
      if (incoming.statusCode === 101) outgoing.destroy(changesProtocol());
      else resolve({ outgoing, incoming });
    });
    outgoing.end(hop.body);
  });
}

/** The parsed, allowed target of a redirect; null for a response that is no redirect. */
function redirectTarget(incoming: IncomingMessage, url: URL): URL | null {
  const location = incoming.headers.location;
  if (location === undefined || !redirectStatuses.has(incoming.statusCode ?? 0)) return null;
  // Header bytes arrive as Latin-1, but unescaped letters in a Location are UTF-8 in practice.
  const target = parseAllowedUrl(Buffer.from(location, "latin1").toString("utf8"), url);
  // The fragment is kept unless the target has its own (RFC 9110, 10.2.2).
  if (target.hash === "") target.hash = url.hash;
  return target;
}

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
  return { ...head, ...(await readBody(incoming, hop.url, request)) };
}

function firstHop(request: OutboundRequest, url: URL): Hop {
  const given = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !ownHeaders.has(name));
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

async function followHops(
  request: OutboundRequest,
  start: URL,
  options: Required<OutboundFetchOptions>,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const maxRedirects = request.maxRedirects ?? defaultMaxRedirects;
  let hop = firstHop(request, start);
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await resolvePublicAddresses(hop.url, options.lookup);
    signal.throwIfAborted();
    const port = Number(hop.url.port) || (hop.url.protocol === "https:" ? 443 : 80);
    const { outgoing, incoming } = await exchange(hop, options.dial({ addresses, port }), signal);
    try {
      const target = redirectTarget(incoming, hop.url);
      // The callback gets a copy, so that it can't change the checked URL.
      const status = incoming.statusCode ?? 0;
      const follows = target !== null && (request.followRedirect?.(new URL(target), status) ?? true);
      if (target === null || !follows) return await toResponse(incoming, hop, target, request);
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
