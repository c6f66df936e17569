import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";

/**
 * The fate of a request: answered; never answered; answered by headers only; answered by an endless body that arrives byte
 * by byte; or its connection is closed without a response.
 */
export type Behaviour = "answers" | "silent" | "stalls" | "drips" | "resets";

const DRIP_MS = 20;

/** A service of AWS over a real socket, which misbehaves on demand. */
export class FaultyAws {
  /** The fate of the next requests. */
  behaviour: Behaviour = "answers";
  /** The fates of the next requests, one each, before `behaviour` applies. */
  readonly first: Behaviour[] = [];
  /** The JSON body of a successful response. */
  body: unknown = {};
  /** The number of requests so far. */
  requests = 0;
  /** The header `connection` of the last request. */
  connection: string | undefined;
  /** The number of requests whose connection is still open. */
  readonly open = new Set<IncomingMessage>();
  readonly origin: string;
  readonly #server: Server;

  private constructor(origin: string, server: Server) {
    this.origin = origin;
    this.#server = server;
  }

  static async listen(): Promise<FaultyAws> {
    const server = createServer((request, response) => service.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = new FaultyAws(origin, server);
    return service;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Ends when the next request has arrived. Unlike `vi.waitUntil`, it does not advance fake timers while it waits. */
  async nextRequest(): Promise<void> {
    await once(this.#server, "request");
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    this.connection = request.headers.connection;
    this.open.add(request);
    response.on("close", () => this.open.delete(request));
    request.resume();
    const behaviour = this.first.shift() ?? this.behaviour;
    if (behaviour === "silent") return;
    if (behaviour === "resets") {
      request.socket.destroy();
      return;
    }
    const body = JSON.stringify(this.body);
    response.writeHead(200, {
      "content-type": "application/x-amz-json-1.0",
      ...(behaviour === "answers" ? { "content-length": Buffer.byteLength(body) } : {}),
    });
    if (behaviour === "answers") {
      response.end(body);
      return;
    }
    response.flushHeaders();
    if (behaviour === "stalls") return;
    const drip = setInterval(() => response.write(" "), DRIP_MS);
    response.on("close", () => clearInterval(drip));
  }
}

/** The service of the current test. A test file that imports it calls the function below. */
export let aws: FaultyAws;

/** Starts one for each test of a file, as DynamoDB for the clients that the test makes. Timers and variables are real after it. */
export function faultyAwsOfEachTest(): void {
  beforeEach(async () => {
    aws = await FaultyAws.listen();
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", aws.origin);
    vi.stubEnv("AWS_REGION", "ap-northeast-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    await aws.close();
  });
}
