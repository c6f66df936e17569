import type { Request, Route } from "playwright-core";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundResponse } from "../../shared/outbound/outbound-fetch.ts";
import { USER_AGENT } from "../../shared/outbound/outbound-fetch.ts";

/** How much a page may ask for. */
export interface RequestLimits {
  readonly requests: number;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Decoded bytes of one answer. */
  readonly bytesEach: number;
  /** Requests at the same moment; others wait. */
  readonly atOnce: number;
  /** Milliseconds for one answer, redirects and body included, as long as the page has them. */
  readonly timeoutMs: number;
}

/** What a page needs to show its text. Fonts, media, pings and event streams are refused. */
const FETCHED: ReadonlySet<string> = new Set(["stylesheet", "script", "xhr", "fetch"]);

/** What scripts ask for as data. */
const DATA: ReadonlySet<string> = new Set(["xhr", "fetch"]);
const REFUSALS: ReadonlySet<number> = new Set([403, 429]);
/** Hosts that refuse in the site's name. */
const SITE = /(?:^|\.)mercari\.(?:com|jp)$/;

const EMPTY_GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// They describe the message on the wire; what the page gets is decoded and whole.
const WIRE_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

/** Answers everything that one page asks for, from the shared outbound fetch. */
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
   * @param document answers the first navigation; it was fetched beforehand, redirects and all
   * @param timeLeft milliseconds that the page still has; nothing is asked when it is 0 or less
   */
  constructor(document: OutboundResponse, fetch: OutboundFetch, limits: RequestLimits, timeLeft: () => number) {
    this.#document = document;
    this.#fetch = fetch;
    this.#limits = limits;
    this.#timeLeft = timeLeft;
  }

  /** Requests that the page waits for. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The first answer by which Mercari refused the page's scripts their data; null if there was none. */
  get refusal(): OutboundResponse | null {
    return this.#refusal;
  }

  /** For the log. */
  get counts(): Readonly<Record<string, number>> {
    return { requests: this.#fetched, requests_refused: this.#refused, bytes: this.#bytes };
  }

  /** A route handler. Never throws: a page that is gone needs no answer. */
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
    // An image that fails may make a page put another one in its place.
    if (type === "image") return route.fulfill({ contentType: "image/gif", body: EMPTY_GIF });
    const method = fetchedMethod(request);
    const { requests } = this.#limits;
    if (method === null || !FETCHED.has(type) || this.#fetched >= requests) return this.#refuse(route);
    this.#fetched += 1;
    try {
      const response = await this.#inTurn(() => this.#ask(request, method));
      if (DATA.has(type) && REFUSALS.has(response.status) && SITE.test(response.url.hostname))
        this.#refusal ??= response;
      await route.fulfill(fulfilment(response));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      await this.#refuse(route);
    }
  }

  /** The page itself, once; frames, pop-ups and pages that scripts go on to are answered with nothing. */
  #navigate(route: Route): Promise<void> {
    // Nothing, and not a refusal: Chromium in a single process does not survive a refused navigation.
    if (this.#opened) return route.fulfill({ status: 204 });
    this.#opened = true;
    return route.fulfill(fulfilment(this.#document));
  }

  #refuse(route: Route): Promise<void> {
    this.#refused += 1;
    return route.abort("blockedbyclient");
  }

  async #ask(request: Request, method: "GET" | "HEAD" | "POST"): Promise<OutboundResponse> {
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
      // A waiting request takes the place over.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function fetchedMethod(request: Request): "GET" | "HEAD" | "POST" | null {
  const method = request.method();
  return method === "GET" || method === "HEAD" || method === "POST" ? method : null;
}

/** The browser's own headers, its name and ours among them. */
function requestHeaders(request: Request): Record<string, string> {
  const { "accept-encoding": _decodedByTheFetch, ...headers } = request.headers();
  return { ...headers, "user-agent": userAgent(headers["user-agent"] ?? "") };
}

/** The User-Agent of a browser that we drive: what it is, and who asks. */
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
      // The browser takes several cookies on lines of their own. The comma in a date is followed by a day, not by a name.
      ...(cookies === undefined ? {} : { "set-cookie": cookies.replaceAll(/, (?=[^;,=\s]+=)/g, "\n") }),
    },
    body,
  };
}
