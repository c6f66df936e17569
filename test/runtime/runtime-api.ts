import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The error that a runtime reports. */
export interface RuntimeError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** The result of an invocation. */
export type Outcome =
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "failed"; readonly error: RuntimeError }
  /** No response within the function's time-out: `Sandbox.Timedout`. */
  | { readonly kind: "timed out" };

/** An invocation that no runtime has taken yet. */
interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly timeoutMs: number;
  readonly ended: (outcome: Outcome) => void;
}

const PREFIX = "/2018-06-01/runtime";

/** Lambda's side of one execution environment: hands out invocations one by one, and receives their results. */
export class RuntimeApi {
  readonly #server: Server;
  readonly #arn: string;
  readonly #waiting: Invocation[] = [];
  readonly #running = new Map<string, (outcome: Outcome) => void>();
  /** The runtime's open request for the next invocation. */
  #asked: ServerResponse | undefined;
  /** The runtime's report that a function does not load. */
  initError: RuntimeError | undefined;
  #count = 0;

  private constructor(server: Server, arn: string) {
    this.#server = server;
    this.#arn = arn;
  }

  /** Listens on a free loopback port. */
  static async listen(arn: string): Promise<RuntimeApi> {
    const server = createServer();
    const api = new RuntimeApi(server, arn);
    server.on("request", (request, response) => {
      api.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return api;
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Has one event handled, within `timeoutMs` after the runtime takes it. Never settles when none takes it. */
  invoke(event: unknown, timeoutMs: number): Promise<Outcome> {
    this.#count += 1;
    return new Promise((ended) => {
      this.#waiting.push({ id: `invocation-${this.#count}`, event, timeoutMs, ended });
      this.#handOut();
    });
  }

  async close(): Promise<void> {
    for (const ended of this.#running.values()) ended({ kind: "timed out" });
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? "").slice(PREFIX.length);
    if (path === "/invocation/next") {
      this.#asked = response;
      this.#handOut();
      return;
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (path === "/init/error") this.initError = body as RuntimeError;
    const [, id = "", end] = /^\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    const ended = this.#running.get(id);
    this.#running.delete(id);
    response.writeHead(202).end("{}");
    if (end === "response") ended?.({ kind: "answered", answer: body });
    if (end === "error") ended?.({ kind: "failed", error: body as RuntimeError });
  }

  #handOut(): void {
    if (this.#asked === undefined) return;
    const invocation = this.#waiting.shift();
    if (invocation === undefined) return;
    const { id, event, timeoutMs, ended } = invocation;
    const timer = setTimeout(() => ended({ kind: "timed out" }), timeoutMs);
    this.#running.set(id, (outcome) => {
      clearTimeout(timer);
      ended(outcome);
    });
    this.#asked.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": id,
      "lambda-runtime-deadline-ms": String(Date.now() + timeoutMs),
      "lambda-runtime-invoked-function-arn": this.#arn,
      "lambda-runtime-trace-id": "Root=1-67891233-abcdef012345678912345678;Sampled=0",
    });
    this.#asked.end(JSON.stringify(event));
    this.#asked = undefined;
  }
}
