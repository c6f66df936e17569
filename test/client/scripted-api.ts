import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { failedFetch } from "../emulators/socket-errors.ts";

/** A request as the API received it. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: unknown;
}

/** The fault of one request; `after`: the API has carried the request out before the fault. */
export type Fault =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Headers;
      readonly body?: string;
      after?: true;
    }
  /** The connection ends without a response. */
  | { readonly kind: "cut"; readonly after?: true }
  /** Half of the response, then the connection ends. */
  | { readonly kind: "half" }
  /** No response, on an open connection. */
  | { readonly kind: "hang"; readonly after?: true };

type Headers = Readonly<Record<string, string>>;

/** A rejection without effect. */
export function refused(status: number, code: string, headers: Headers = {}): Fault {
  return { kind: "answer", status, headers, body: JSON.stringify({ status, code, detail: `because of ${code}` }) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The API as a client sees it: keys that replay, one bookmark for each URL, and a script of faults. */
export class ScriptedApi {
  readonly requests: SeenRequest[] = [];
  /** The created bookmarks, in order. */
  readonly created: { readonly key: string; readonly url: string }[] = [];
  /** One for each of the next requests; undefined for none. After the last all requests succeed. */
  readonly faults: (Fault | undefined)[] = [];
  readonly #replays = new Map<string, Answer>();
  readonly #bookmarks = new Map<string, object>();
  #latest: () => void = () => undefined;

  /** Resolves when the next request has arrived. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => {
      this.#latest = resolve;
    });
  }

  /** Forgets the keys, as the API does after 72 hours. */
  forgetKeys(): void {
    this.#replays.clear();
  }

  /** The scripted fault of this request, and the API's answer. */
  take(request: SeenRequest): { readonly fault: Fault | undefined; readonly answer: Answer } {
    this.requests.push(request);
    this.#latest();
    const fault = this.faults.shift();
    const works = fault === undefined || fault.kind === "half" || fault.after === true;
    return { fault, answer: works ? this.work(request) : json(200, {}) };
  }

  /** A `fetch` that calls the API directly, without sockets. */
  get fetch(): (request: Request) => Promise<Response> {
    return async (request) => {
      const { pathname, search } = new URL(request.url);
      const bytes = Buffer.from(await request.arrayBuffer());
      const { fault, answer } = this.take({
        method: request.method,
        path: pathname + search,
        key: request.headers.get("idempotency-key"),
        authorization: request.headers.get("authorization"),
        body: sentBody(bytes, request.headers),
      });
      if (fault?.kind === "hang") {
        return new Promise((_, reject) => {
          request.signal.addEventListener("abort", () => reject(request.signal.reason));
        });
      }
      if (fault !== undefined && fault.kind !== "answer") throw failedFetch();
      const { status, headers = {}, body = "" } = fault ?? answer;
      return new Response(status === 204 ? null : body, { status, headers });
    };
  }

  /** What the API does and answers. */
  protected work({ method, path, key, body }: SeenRequest): Answer {
    if (method === "DELETE") return { status: 204, headers: {}, body: "" };
    if (method !== "POST" || key === null) return json(200, { id: path.split("/").at(-1) });
    const replay = this.#replays.get(key);
    if (replay !== undefined) return { ...replay, headers: { ...replay.headers, "idempotency-replayed": "true" } };
    const { url, note = null, memo = null, tags = [] } = body as { url: string } & Readonly<Record<string, unknown>>;
    const known = this.#bookmarks.get(url);
    const saved = known ?? { id: randomUUID(), url, note, memo, tags };
    const answer = json(known === undefined ? 201 : 200, saved);
    if (known === undefined) {
      this.#bookmarks.set(url, saved);
      this.created.push({ key, url });
    }
    this.#replays.set(key, answer);
    return answer;
  }
}

/** A body of JSON; of a file its type and its text. */
function sentBody(bytes: Buffer, headers: globalThis.Headers): unknown {
  if (bytes.length === 0) return undefined;
  const type = headers.get("content-type") ?? "";
  if (type === "application/json") return JSON.parse(bytes.toString());
  const isGzip = headers.get("content-encoding") === "gzip";
  return { type, coding: isGzip ? "gzip" : null, text: (isGzip ? gunzipSync(bytes) : bytes).toString() };
}

/** An answer of JSON. */
export function json(status: number, value: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** Serves a scripted API on a free port of 127.0.0.1. `other` returns a response that is not the API's. */
export async function serve(
  api: ScriptedApi,
  other: (path: string) => { readonly type: string; readonly body: string } | undefined = () => undefined,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = createServer(async (message, response) => {
    response.sendDate = false;
    const page = other(message.url ?? "/");
    if (page !== undefined) response.writeHead(200, { "content-type": page.type }).end(page.body);
    else answerTo(api, await seen(message), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function seen(message: IncomingMessage): Promise<SeenRequest> {
  let text = "";
  for await (const chunk of message.setEncoding("utf8")) text += chunk;
  return {
    method: message.method ?? "",
    path: message.url ?? "",
    key: String(message.headers["idempotency-key"] ?? "") || null,
    authorization: message.headers.authorization ?? null,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

function answerTo(api: ScriptedApi, request: SeenRequest, response: ServerResponse): void {
  const { fault, answer } = api.take(request);
  if (fault === undefined) response.writeHead(answer.status, answer.headers).end(answer.body);
  else if (fault.kind === "answer") response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? "");
  else if (fault.kind === "cut") response.socket?.destroy();
  else if (fault.kind === "half") {
    response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
    response.write(answer.body.slice(0, answer.body.length / 2), () => response.socket?.destroy());
  }
}
