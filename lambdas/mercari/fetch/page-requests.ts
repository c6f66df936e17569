import type { Request, Route } from "playwright-core";
import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { USER_AGENT } from "../../shared/outbound/outbound-fetch.ts";

export interface RequestLimits {
  readonly requests: number;
  /** Decoded bytes of all responses. */
  readonly bytes: number;
  /** Decoded bytes of one response. */
  readonly bytesEach: number;
  /** Concurrent requests; further ones wait. */
  readonly atOnce: number;
  /** Milliseconds for one response, redirects and body included, limited by the time that the page has left. */
  readonly timeoutMs: number;
}

/** The resource types that a page needs to show its text. Fonts, media, pings and event streams are refused. */
const FETCHED: ReadonlySet<string> = new Set(["stylesheet", "script", "xhr", "fetch"]);

/** The resource types by which scripts load data. */
const DATA: ReadonlySet<string> = new Set(["xhr", "fetch"]);
const REFUSALS: ReadonlySet<number> = new Set([403, 429]);
/** The hosts whose refusal counts as the site's refusal. */
const SITE = /(?:^|\.)mercari\.(?:com|jp)$/;

const EMPTY_GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// They describe the message on the wire, but the page gets a decoded, complete body.
const WIRE_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

/** Answers all requests of one page through the shared outbound fetch. */
export class PageRequests {
  readonly #document: OutboundResponse;
  readonly #fetch: OutboundFetch;
  readonly #limits: RequestLimits;
  readonly #timeLeft: () => number;
  readonly #waiting: (() => void)[] = [];
  #opened = false;
  #inFlight = 0;
  #running = 0;
  #fetched = 0;
  #refused = 0;
  #bytes = 0;
  #refusal: OutboundResponse | null = null;

  /**
   * @param document the response to the first navigation, which was fetched beforehand with its redirects
   * @param timeLeft milliseconds that the page has left; if 0 or less, no request is sent
   */
  constructor(document: OutboundResponse, fetch: OutboundFetch, limits: RequestLimits, timeLeft: () => number) {
    this.#document = document;
    this.#fetch = fetch;
    this.#limits = limits;
    this.#timeLeft = timeLeft;
  }

  /** Number of requests that the page is waiting for. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The first response by which Mercari refused to give data to the page's scripts; null without one. */
  get refusal(): OutboundResponse | null {
    return this.#refusal;
  }

  get counts(): Readonly<Record<string, number>> {
    return { requests: this.#fetched, requests_refused: this.#refused, bytes: this.#bytes };
  }

  /** A route handler. Never throws: if the page is closed, the request needs no answer. */
  readonly answer = async (route: Route): Promise<void> => {
    this.#inFlight += 1;
    try {
      await this.#answer(route);
    } catch {
      await route.abort("failed").catch(() => undefined);
    } finally {
      this.#inFlight -= 1;
    }
  };

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const type = request.resourceType();
    if (type === "document") return this.#navigate(route);
    // When an image fails, a page may insert another image.
    if (type === "image") return route.fulfill({ contentType: "image/gif", body: EMPTY_GIF });
    const method = fetchedMethod(request);
    const { requests } = this.#limits;
    if (method === null || !FETCHED.has(type) || this.#fetched >= requests) return this.#refuse(route);
    this.#fetched += 1;
    try {
      const response = await this.#inTurn(() => this.#send(request, method));
      if (DATA.has(type) && REFUSALS.has(response.status) && SITE.test(canonicalHost(response.url)))
        this.#refusal ??= response;
      await route.fulfill(fulfilment(response));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      await this.#refuse(route);
    }
  }

  /** Answers the first navigation with the page itself. Frames, pop-ups and further navigations get an empty response. */
  #navigate(route: Route): Promise<void> {
    // An empty response instead of a refusal: a single-process Chromium crashes after a refused navigation.
    if (this.#opened) return route.fulfill({ status: 204 });
    this.#opened = true;
    return route.fulfill(fulfilment(this.#document));
  }

  #refuse(route: Route): Promise<void> {
    this.#refused += 1;
    return route.abort("blockedbyclient");
  }

  async #send(request: Request, method: "GET" | "HEAD" | "POST"): Promise<OutboundResponse> {
    const { bytes, bytesEach } = this.#limits;
    const timeoutMs = Math.min(this.#limits.timeoutMs, this.#timeLeft());
    if (timeoutMs <= 0) throw new OutboundError("timeout", "what the page asks for when it is over");
    const maxBytes = Math.min(bytesEach, bytes - this.#bytes);
    if (maxBytes <= 0) throw new OutboundError("too_large", "what the page asks for in all");
    const body = request.postData();
    let read = 0;
    try {
      const response = await this.#fetch({
        url: request.url(),
        method,
        headers: requestHeaders(request),
        ...(body === null ? {} : { body }),
        timeoutMs,
        maxBytes,
      });
      read = response.body.length;
      return response;
    } catch (error) {
      if (error instanceof OutboundError && error.kind === "too_large") read = maxBytes;
      throw error;
    } finally {
      this.#bytes += read;
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next request in the queue takes the slot.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function fetchedMethod(request: Request): "GET" | "HEAD" | "POST" | null {
  const method = request.method();
  return method === "GET" || method === "HEAD" || method === "POST" ? method : null;
}

/** The browser's own headers, with its User-Agent extended by ours. */
function requestHeaders(request: Request): Record<string, string> {
  const { "accept-encoding": _decodedByTheFetch, ...headers } = request.headers();
  return { ...headers, "user-agent": userAgent(headers["user-agent"] ?? "") };
}

/** The User-Agent that the site receives: the browser's name, and who sends the requests. */
export function userAgent(browser: string): string {
  return `${browser} ${USER_AGENT}`;
}

function fulfilment({ status, headers, body }: OutboundResponse): {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
} {
  const kept = Object.entries(headers).filter(([name]) => !WIRE_HEADERS.has(name));
  const cookies = headers["set-cookie"];
  return {
    status,
    headers: {
      ...Object.fromEntries(kept),
      // The browser expects one line for each cookie. The comma in a date is followed by a day, not by a cookie's name.
      ...(cookies === undefined ? {} : { "set-cookie": cookies.replaceAll(/, (?=[^;,=\s]+=)/g, "\n") }),
    },
    body,
  };
}
