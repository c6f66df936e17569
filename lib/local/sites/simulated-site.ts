import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";

/** One request as received. `path` has no query; `host` is the Host header without a port; `at` is `Date.now()`. */
export type SiteRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
};

export type SiteAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

const bytesOf = ({ body }: SiteAnswer): Buffer => (typeof body === "string" ? Buffer.from(body) : body);

/** A fault. Everything that a fault does not name (type of the body, the body that is cut) is the site's normal response. */
export type SiteFault =
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number | string; readonly body?: string }
  /** Nothing for `ms`, then the normal response. */
  | { readonly kind: "slow_headers"; readonly ms: number }
  /** Headers at once, then the normal body in small chunks over `ms`. */
  | { readonly kind: "slow_body"; readonly ms: number }
  /** Headers and half of the body, then the connection ends. */
  | { readonly kind: "cut" }
  /** The connection is reset before any response. */
  | { readonly kind: "reset" }
  | { readonly kind: "html" }
  /** A chunked body of `bytes`, sent only as fast as the client reads. */
  | { readonly kind: "big"; readonly bytes: number }
  /** A small gzip body that decodes to `bytes`. */
  | { readonly kind: "gzip_bomb"; readonly bytes: number }
  | { readonly kind: "redirect"; readonly location: string }
  /** A redirect to the same address, each time. */
  | { readonly kind: "redirect_loop" }
  | { readonly kind: "malformed_json" };

/** The requests that a fault applies to; a string is the beginning of a path. */
export type RequestMatch = string | ((request: SiteRequest) => boolean);

/** A running server on 127.0.0.1 that keeps a log and misbehaves on demand. */
export type SimulatedSite = {
  readonly origin: string;
  readonly port: number;
  /** The log, oldest first; a request is added as soon as it has arrived, whatever its response is. */
  requests(predicate?: (request: SiteRequest) => boolean): SiteRequest[];
  clearRequests(): void;
  /** The first fault that matches and has `times` left is used; the default of `times` is no limit. */
  fault(match: RequestMatch, fault: SiteFault, times?: number): void;
  clearFaults(): void;
  /** Ends at once, with all open connections and pending responses. */
  close(): Promise<void>;
};

type ArmedFault = { readonly match: RequestMatch; readonly fault: SiteFault; left: number };
type Wait = (ms: number) => Promise<void>;

const html = { "content-type": "text/html; charset=utf-8" };
const pieces = 10;
const filler = "x".repeat(64 * 1024);

export function jsonAnswer(status: number, value: unknown): SiteAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(value) };
}

export function htmlAnswer(status: number, body: string): SiteAnswer {
  return { status, headers: html, body };
}

/** The address of Google's sign-in page for a request, in the form of its redirects. */
export function signInLocation(request: SiteRequest): string {
  const url = new URL("https://accounts.google.com/ServiceLogin");
  const here = `https://${request.host}${pathAndQuery(request)}`;
  for (const [name, value] of Object.entries({ service: "wise", passive: "1209600", continue: here, followup: here })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

function pathAndQuery({ path, query }: SiteRequest): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

function redirectTo(location: string): SiteAnswer {
  return { status: 302, headers: { ...html, location }, body: "<!doctype html><title>Moved</title>" };
}

async function readRequest(message: IncomingMessage, log: SiteRequest[]): Promise<SiteRequest> {
  const at = Date.now();
  const url = new URL(message.url ?? "/", "http://site.invalid");
  const chunks: Buffer[] = [];
  const request = {
    method: message.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    host: (message.headers.host ?? "").toLowerCase().replace(/:\d+$/, ""),
    headers: message.headers,
    body: "",
    at,
  };
  log.push(request);
  for await (const chunk of message) chunks.push(chunk);
  request.body = Buffer.concat(chunks).toString();
  return request;
}

function send(request: SiteRequest, response: ServerResponse, answer: SiteAnswer): void {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const compressed = /\bgzip\b/.test(accepted) && answer.body.length > 0;
  const body = compressed ? gzipSync(answer.body) : bytesOf(answer);
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(compressed ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
    "content-length": String(body.length),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Lazy, so that a large body is generated only as far as it is read. */
function* fill(bytes: number): Generator<string> {
  for (let left = bytes; left > 0; left -= filler.length) yield left < filler.length ? filler.slice(0, left) : filler;
}

function faultyAnswer(fault: SiteFault, request: SiteRequest): SiteAnswer | undefined {
  switch (fault.kind) {
    case "status": {
      const answer = jsonAnswer(fault.status, { error: `simulated status ${fault.status}` });
      const wait = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
      return { status: fault.status, headers: { ...answer.headers, ...wait }, body: fault.body ?? answer.body };
    }
    case "html":
      return htmlAnswer(200, "<!doctype html><html><head><title>Simulated page</title></head><body></body></html>");
    case "redirect":
      return redirectTo(fault.location);
    case "redirect_loop":
      return redirectTo(pathAndQuery(request));
    case "malformed_json":
      return { ...jsonAnswer(200, null), body: '{"type":"rich","version":"1.0","title":"Half of a' };
    default:
      return undefined;
  }
}

async function misbehave(
  fault: SiteFault,
  request: SiteRequest,
  response: ServerResponse,
  normal: SiteAnswer,
  wait: Wait,
): Promise<void> {
  const body = bytesOf(normal);
  switch (fault.kind) {
    case "slow_headers":
      await wait(fault.ms);
      return send(request, response, normal);
    case "slow_body": {
      response.writeHead(normal.status, { ...normal.headers, "content-length": String(body.length) });
      response.flushHeaders();
      for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
        await wait(fault.ms / pieces);
        const cut = (index: number) => Math.floor((body.length * index) / pieces);
        response.write(body.subarray(cut(piece), cut(piece + 1)));
      }
      response.end();
      return;
    }
    case "cut":
      response.writeHead(normal.status, { ...normal.headers, "content-length": String(body.length + 1) });
      response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "big":
      response.writeHead(200, normal.headers);
      return pipeline(Readable.from(fill(fault.bytes)), response);
    case "gzip_bomb":
      response.writeHead(200, { ...normal.headers, "content-encoding": "gzip" });
      return pipeline(Readable.from(fill(fault.bytes)), createGzip({ level: 9 }), response);
    default:
      return send(request, response, faultyAnswer(fault, request) ?? normal);
  }
}

/** Starts a site on a free port of 127.0.0.1. */
export async function startSimulatedSite(answer: (request: SiteRequest) => SiteAnswer): Promise<SimulatedSite> {
  const log: SiteRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let faults: ArmedFault[] = [];

  // A wait that close() interrupts never ends: no response is needed.
  const wait: Wait = (ms) =>
    new Promise((done) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        done();
      }, ms);
      timers.add(timer);
    });

  function takeFault(request: SiteRequest): SiteFault | undefined {
    const matches = (match: RequestMatch) =>
      typeof match === "string" ? request.path.startsWith(match) : match(request);
    const found = faults.find((armed) => armed.left > 0 && matches(armed.match));
    if (found) found.left -= 1;
    return found?.fault;
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message, log);
    const fault = takeFault(request);
    const normal = answer(request);
    if (fault) await misbehave(fault, request, response, normal, wait);
    else send(request, response, normal);
  }

  const server = createServer((message, response) => {
    // A client that disconnects early ends only its own response; a bug in a response shows as a lost connection.
    serve(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests: (predicate = () => true) => log.filter(predicate),
    clearRequests() {
      log.length = 0;
    },
    fault(match, fault, times = Number.POSITIVE_INFINITY) {
      faults.push({ match, fault, left: times });
    },
    clearFaults() {
      faults = [];
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      return new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
}
