import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Caller, Callers } from "../access/callers.ts";
import { closeServer, listenOn } from "../listen.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";

export const LAMBDA_PATH = "/2015-03-31/functions/";

const SES_PATH = "/v2/email/";

/** An address that takes requests without a signature of their own, as a pre-signed address of S3 does. */
export interface PresignedAddress {
  readonly url: string;
  /** The body of the latest request; undefined when there was none. */
  received(): Buffer | undefined;
  /** Ends the address: it accepts no further request. */
  expire(): void;
}

export interface AwsCall {
  readonly caller: Caller;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The operation of a JSON protocol, e.g. `PutItem`; empty for Lambda, SES and S3. */
  readonly operation: string;
}

const UNKNOWN_CALLERS = {
  unknown_key: ["UnrecognizedClientException", "The security token included in the request is invalid."],
  wrong_signature: [
    "InvalidSignatureException",
    "The request signature we calculated does not match the signature you provided. Check your secret access key and the clock.",
  ],
} as const;

export type AwsService = (call: AwsCall) => Promise<EmulatorAnswer>;

/**
 * The services by the first part of `X-Amz-Target`, or by the path of a protocol without one; else it is `lambda`, `ses`
 * or `s3`, by the path.
 */
export type AwsServices = Readonly<
  Record<
    | "DynamoDB_20120810"
    | "AmazonSQS"
    | "GraniteServiceVersion20100801"
    | "Logs_20140328"
    | "secretsmanager"
    | "lambda"
    | "ses"
    | "s3",
    AwsService
  >
>;

/**
 * The one local address of AWS: checks the signature, which identifies the caller, passes the call to the service, and
 * answers as AWS does. The signature refuses other programs and web pages, which reach loopback as well.
 */
export class AwsEndpoint {
  readonly #server: Server;
  readonly #callers: Callers;
  #services: AwsServices | undefined;
  /** What the pre-signed addresses have received, by their paths. */
  readonly #presigned = new Map<string, Buffer | undefined>();

  private constructor(server: Server, callers: Callers) {
    this.#server = server;
    this.#callers = callers;
  }

  /** Listens on a free loopback port; calls are answered once `serve` has been called. */
  static async listen(callers: Callers): Promise<AwsEndpoint> {
    const server = createServer();
    const endpoint = new AwsEndpoint(server, callers);
    server.on("request", (request, response) => void endpoint.#answer(request, response));
    // Connections are kept open, as the SDK does: a connection that closes during a request fails it.
    server.keepAliveTimeout = 60_000;
    await listenOn(server, 0);
    return endpoint;
  }

  serve(services: AwsServices): void {
    this.#services = services;
  }

  /** An address with a secret in it for requests by PUT. */
  presigned(): PresignedAddress {
    const path = `/presigned/${randomUUID()}`;
    this.#presigned.set(path, undefined);
    return {
      url: `${this.origin}${path}`,
      received: () => this.#presigned.get(path),
      expire: () => this.#presigned.delete(path),
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = await this.#dispatch(request, await bodyOf(request));
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    } catch (error) {
      // The caller's SDK gets a server error and retries, as with AWS; the log shows the cause.
      console.error(`local AWS endpoint: ${error instanceof Error ? error.stack : String(error)}`);
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ __type: "InternalFailure", message: "The local emulator failed." }));
    }
  }

  async #dispatch(request: IncomingMessage, body: Buffer): Promise<EmulatorAnswer> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { method = "GET", url: path = "/" } = request;
    if (method === "PUT" && this.#presigned.has(path)) {
      this.#presigned.set(path, body);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    }
    const caller = this.#callers.of({ method, path, headers, body }, Date.now());
    if (typeof caller === "string") {
      const [type, message] = UNKNOWN_CALLERS[caller];
      return jsonError(403, type, message);
    }
    const target = headers["x-amz-target"] ?? byPath(path, headers.authorization ?? "");
    const [service = "", operation = ""] = target.split(".");
    const handler = this.#services?.[service as keyof AwsServices];
    if (handler === undefined) {
      return jsonError(
        400,
        "UnknownOperationException",
        `The local runner does not emulate ${service || "this service"}.`,
      );
    }
    return handler({ caller, method, path, headers, body, operation });
  }
}

/** A request's body. An asynchronous iteration takes several times as long. */
function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    request.once("error", reject);
  });
}

/** CloudWatch's other protocols: Smithy's RPC has the service in the path, forms have it in the signature only. */
const CLOUDWATCH = { target: "GraniteServiceVersion20100801", signedFor: "/monitoring/aws4_request" } as const;

function byPath(path: string, authorization: string): keyof AwsServices {
  if (path.startsWith(`/service/${CLOUDWATCH.target}/`)) return CLOUDWATCH.target;
  if (authorization.includes(CLOUDWATCH.signedFor)) return CLOUDWATCH.target;
  if (path.startsWith(LAMBDA_PATH)) return "lambda";
  return path.startsWith(SES_PATH) ? "ses" : "s3";
}

/** An error in the form of AWS's JSON protocols. */
export function jsonError(status: number, type: string, message: string): EmulatorAnswer {
  return {
    status,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": type },
    body: Buffer.from(JSON.stringify({ __type: type, message })),
  };
}

export function jsonAnswer(value: unknown): EmulatorAnswer {
  return {
    status: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export type Need = readonly [action: string, resource: string];

/** AWS's error for the first permission that the caller lacks; undefined when the caller has all. */
export function refused(caller: Caller, needs: readonly Need[]): EmulatorAnswer | undefined {
  for (const [action, resource] of needs) {
    const message = caller.refusal(action, resource);
    if (message !== null) return jsonError(/^(sqs|lambda):/.test(action) ? 403 : 400, "AccessDeniedException", message);
  }
  return undefined;
}
