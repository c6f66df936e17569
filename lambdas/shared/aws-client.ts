import type { Readable } from "node:stream";
import { NodeHttp2Handler, NodeHttpHandler } from "@smithy/node-http-handler";
import { cannedAnswer } from "./canned-answer.ts";
import { deadlineSignal } from "./deadline.ts";
import { errorFields } from "./log.ts";
import type { WarmUp } from "./running-warm-up.ts";
import { runningWarmUp } from "./running-warm-up.ts";

/** The limits of the calls of one AWS client, in milliseconds. */
export interface CallLimits {
  /** For the connection alone, TLS included. */
  readonly connectMs: number;
  /** For one attempt: from its start to the last byte of its response. */
  readonly attemptMs: number;
  /** Attempts of one call, the first included. */
  readonly attempts: number;
}

/**
 * For calls that AWS answers in tens of milliseconds or not at all. Two seconds leave room for a first TLS handshake on 0.14
 * of a core (256 MB). Three attempts: the first one may use a connection that was dropped while the container was frozen.
 * Together with the longest back-off this is 9 s, below the shortest time-out of a function, 10 s.
 */
const SMALL: CallLimits = { connectMs: 1_000, attemptMs: 2_000, attempts: 3 };

/**
 * The limits by service, under the prefix of the service's IAM actions. A test compares them with the time-out of every
 * function whose role names the service (test/infra/time-outs.test.ts, docs/decisions/0012-deadlines-and-time-outs.md).
 */
export const CALL_LIMITS = {
  dynamodb: SMALL,
  sqs: SMALL,
  s3: SMALL,
  secretsmanager: SMALL,
  cloudwatch: SMALL,
  /** One attempt: a second one could send a second mail. */
  ses: { connectMs: 1_000, attemptMs: 10_000, attempts: 1 },
  /**
   * The renderer's 60 s, and the transfer; a caller with less time passes its own limit with each call. One attempt: a page
   * whose response was lost has been fetched.
   */
  lambda: { connectMs: 1_000, attemptMs: 65_000, attempts: 1 },
  /** A model takes seconds. The caller limits both attempts together to 30 s. */
  bedrock: { connectMs: 1_000, attemptMs: 15_000, attempts: 2 },
} as const satisfies Record<string, CallLimits>;

/** The longest wait of the SDK's back-off before the second attempt, after a throttled one; it doubles with each. */
const FIRST_BACK_OFF_MS = 1_000;

/** The longest time of one call in milliseconds, all attempts and the waits between them included. */
export function longestCallMs({ attemptMs, attempts }: CallLimits): number {
  return attempts * attemptMs + (2 ** (attempts - 1) - 1) * FIRST_BACK_OFF_MS;
}

/** A connection for each call. With a limit of sockets, Node would still send `Connection: keep-alive`. */
const ONE_CALL = { keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };

/**
 * Settings of an AWS client over HTTP/1.1, for every client in Lambda: a limit for each attempt, retries, and the abort of
 * running calls at the invocation's deadline.
 */
export function boundedCalls({ connectMs, attemptMs, attempts }: CallLimits) {
  return {
    maxAttempts: attempts,
    requestHandler: new BoundedHttpHandler(attemptMs, attempts > 1, {
      connectionTimeout: connectMs,
      requestTimeout: attemptMs,
      // Otherwise the SDK only logs a warning and continues to wait.
      throwOnRequestTimeout: true,
      // Without a second attempt, a call on a connection that was dropped while the container was frozen would fail.
      ...(attempts === 1 ? { httpAgent: ONE_CALL, httpsAgent: ONE_CALL } : {}),
    }),
  };
}

/**
 * The same for a client over HTTP/2. An attempt has no limit of its own, which would cut off a response's body without an
 * error. The caller limits the whole call by an abort signal.
 */
export function boundedHttp2Calls({ attempts }: CallLimits) {
  // A connection for each request: a model's response takes seconds, and no idle connection can be dropped.
  const requestHandler = new DeadlineHttp2Handler({ disableConcurrentStreams: true });
  return { maxAttempts: attempts, requestHandler };
}

/**
 * Removes the SDK's own log from a client: it writes nothing, since no client has a logger, but it copies each input
 * and output.
 *
 * @returns the client
 */
export function withoutLog<C extends { readonly middlewareStack: { remove(name: string): boolean } }>(client: C): C {
  client.middlewareStack.remove("loggerMiddleware");
  return client;
}

type Handle = NodeHttpHandler["handle"];
type HandleOptions = Parameters<Handle>[1];

/** The SDK's handler, with a limit for the response's body as well: `requestTimeout` ends with the headers. */
class BoundedHttpHandler extends NodeHttpHandler {
  readonly #attemptMs: number;
  readonly #keepsConnections: boolean;
  /** The connection that a warm-up opens. */
  #connection: Promise<void> | undefined;

  constructor(attemptMs: number, keepsConnections: boolean, options: ConstructorParameters<typeof NodeHttpHandler>[0]) {
    super(options);
    this.#attemptMs = attemptMs;
    this.#keepsConnections = keepsConnections;
  }

  override async handle(request: Parameters<Handle>[0], options?: HandleOptions): ReturnType<Handle> {
    const warmUp = runningWarmUp();
    if (warmUp !== undefined) {
      const answer = cannedAnswer(warmUp, request);
      if (this.#keepsConnections) warmUp.connections.push(this.#connect(warmUp, request));
      return answer;
    }
    const end = performance.now() + this.#attemptMs;
    const answer = await super.handle(request, untilDeadline(options));
    endBodyAt(answer.response.body as Readable, end, this.#attemptMs);
    return answer;
  }

  /**
   * Opens a connection to the host of a warm-up's request, for the next request to use, by a request without a signature
   * whose answer does not matter. Never rejects.
   */
  #connect(warmUp: WarmUp, { protocol, hostname, port, headers }: Parameters<Handle>[0]): Promise<void> {
    const address = { protocol, hostname, port, method: "GET", path: "/", query: {}, headers: { host: headers.host } };
    this.#connection ??= super
      .handle(address as unknown as Parameters<Handle>[0])
      .then(async ({ response }) => {
        // A connection is free again once its answer has been read.
        for await (const _chunk of response.body as Readable);
      })
      .catch((error: unknown) => {
        warmUp.faults.push({ connection: hostname, ...errorFields(error) });
      });
    return this.#connection;
  }
}

class DeadlineHttp2Handler extends NodeHttp2Handler {
  override async handle(
    request: Parameters<NodeHttp2Handler["handle"]>[0],
    options?: HandleOptions,
  ): ReturnType<NodeHttp2Handler["handle"]> {
    const warmUp = runningWarmUp();
    if (warmUp !== undefined) return cannedAnswer(warmUp, request);
    return super.handle(request, untilDeadline(options));
  }
}

/** Ends a body that stalls or arrives too slowly. The SDK treats a TimeoutError as transient and retries. */
function endBodyAt(body: Readable, end: number, attemptMs: number): void {
  const timer = setTimeout(
    () => {
      body.destroy(
        Object.assign(new Error(`The answer's body took more than ${attemptMs} ms.`), { name: "TimeoutError" }),
      );
    },
    Math.max(0, end - performance.now()),
  );
  timer.unref();
  body.once("close", () => clearTimeout(timer));
}

/** Adds the invocation's deadline to the caller's signal, if there is one. */
function untilDeadline(options: HandleOptions = {}): NonNullable<HandleOptions> {
  const deadline = deadlineSignal();
  if (deadline === undefined) return options;
  const own = options.abortSignal;
  return { ...options, abortSignal: own instanceof AbortSignal ? AbortSignal.any([own, deadline]) : deadline };
}
