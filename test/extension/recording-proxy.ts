import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that left the browser. */
export interface SentRequest {
  readonly method: string;
  /** Scheme, host and port; `CONNECT host:port` for what is encrypted. */
  readonly to: string;
  readonly path: string;
  /** Of the page or the extension that has sent it; empty for a page that is opened. */
  readonly origin: string;
  readonly key: string;
}

/**
 * The address of a local system's site by the other name of this machine: the site and the API then are two origins, as those of
 * a deployed stage are.
 */
export function siteOf(stage: string): string {
  return stage.replace("127.0.0.1", "localhost");
}

/** Everything that a browser sends goes through this proxy, its own services' requests too. It knows one stage and some pages. */
export class RecordingProxy {
  readonly #server = createServer((sent, answer) => this.#answer(sent, answer));
  readonly #stage: string;
  readonly #pages: ReadonlyMap<string, string>;
  readonly requests: SentRequest[] = [];
  /** Whether the stage can be reached; takes what it is sent, and its answer is lost; refuses what it is sent, or the session. */
  stage: "reached" | "away" | "losing-answers" | "refusing" | "ended" = "reached";

  /** @param pages the pages of the web, by their addresses */
  constructor(stage: string, pages: ReadonlyMap<string, string>) {
    this.#stage = stage;
    this.#pages = pages;
    this.#server.on("connect", (sent: IncomingMessage, socket) => {
      this.#record(sent, `CONNECT ${sent.url}`, "");
      socket.destroy();
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #record({ method = "", headers }: IncomingMessage, to: string, path: string): void {
    this.requests.push({
      method,
      to,
      path,
      origin: headers.origin ?? "",
      key: String(headers["idempotency-key"] ?? ""),
    });
  }

  #answer(sent: IncomingMessage, answer: ServerResponse): void {
    const address = new URL(sent.url ?? "");
    this.#record(sent, address.origin, address.pathname);
    if (address.origin === siteOf(this.#stage)) address.hostname = "127.0.0.1";
    if (address.origin === this.#stage) {
      this.#forward(sent, address, answer);
      return;
    }
    const page = this.#pages.get(address.href);
    answer.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    answer.end(page ?? "<!doctype html><title>Nothing</title>");
  }

  /** What the stage answers in place of its own answer; null for that. */
  #refusal(method: string | undefined, path: string): { readonly status: number; readonly body: object } | null {
    const isCall = path.startsWith("/v1/") && method !== "OPTIONS";
    if (this.stage === "refusing" && isCall && method === "POST") {
      return { status: 400, body: { status: 400, code: "validation_error", detail: "The note can't be read." } };
    }
    if (this.stage !== "ended") return null;
    if (path === "/oauth2/token") return { status: 400, body: { error: "invalid_grant" } };
    return isCall ? { status: 401, body: { message: "Unauthorized" } } : null;
  }

  #forward(sent: IncomingMessage, address: URL, answer: ServerResponse): void {
    if (this.stage === "away") {
      answer.destroy();
      return;
    }
    const refusal = this.#refusal(sent.method, address.pathname);
    if (refusal !== null) {
      sent.resume();
      answer.writeHead(refusal.status, { "content-type": "application/json", "access-control-allow-origin": "*" });
      answer.end(JSON.stringify(refusal.body));
      return;
    }
    // A question of the browser's own, before a request to another origin, is answered: the request itself shall arrive.
    const isCall = address.pathname.startsWith("/v1/") && sent.method !== "OPTIONS";
    const isLost = this.stage === "losing-answers" && isCall;
    const passed = request(address, { method: sent.method ?? "GET", headers: sent.headers }, (received) => {
      if (isLost) {
        received.resume();
        answer.destroy();
        return;
      }
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    sent.pipe(passed);
  }
}
