import type { Readable } from "node:stream";
import { NodeHttp2Handler, NodeHttpHandler } from "@smithy/node-http-handler";
import { deadlineSignal } from "./deadline.ts";

/** How long the calls of one AWS client may take, in milliseconds. */
export interface CallLimits {
  /** For the connection alone, TLS included. */
  readonly connectMs: number;
  /** For one attempt: from its start to the last byte of its answer. */
  readonly attemptMs: number;
  /** Attempts of one call, the first included. */
  readonly attempts: number;
}

/**
 * Calls that AWS answers in tens of milliseconds or not at all. Two seconds leave room for a first TLS handshake on
 * 0.14 of a core (256 MB). Three attempts: the first one may meet a connection that died while the container was frozen.
 * Together with the longest back-off that is 9 s, below the shortest time-out of a function, 10 s.
 */
const SMALL: CallLimits = { connectMs: 1_000, attemptMs: 2_000, attempts: 3 };

/**
 * The limits by service, under the prefix that the service has in IAM actions; a law compares them with the time-out of
 * every function whose role names the service (test/infra/time-outs.test.ts, docs/decisions/0012-deadlines-and-time-outs.md).
 */
export const CALL_LIMITS = {
  dynamodb: SMALL,
  sqs: SMALL,
  s3: SMALL,
  secretsmanager: SMALL,
  cloudwatch: SMALL,
  /** One attempt: a second one could be a second mail. */
  ses: { connectMs: 1_000, attemptMs: 10_000, attempts: 1 },
  /**
   * The renderer's 60 s, and the way there and back; who asks may have less time and says so with each call. One attempt:
   * a page whose answer was lost has been fetched.
   */
  lambda: { connectMs: 1_000, attemptMs: 65_000, attempts: 1 },
  /** A model thinks for seconds. Its caller bounds both attempts together with 30 s. */
  bedrock: { connectMs: 1_000, attemptMs: 15_000, attempts: 2 },
} as const satisfies Record<string, CallLimits>;

/** The longest wait of the SDK's back-off before the second attempt, after a throttled one; it doubles with each. */
const FIRST_BACK_OFF_MS = 1_000;

/** Milliseconds that one call can take at the most, all attempts and the waits between them included. */
export function longestCallMs({ attemptMs, attempts }: CallLimits): number {
  return attempts * attemptMs + (2 ** (attempts - 1) - 1) * FIRST_BACK_OFF_MS;
}

/** A connection for each call. With a limit of sockets Node would still ask for the connection to be kept. */
const ONE_CALL = { keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };

/**
 * Settings of an AWS client over HTTP/1.1, which every client in Lambda gets: a limit on each attempt, retries, and the
 * abort of what still runs at the invocation's deadline.
 */
export function boundedCalls({ connectMs, attemptMs, attempts }: CallLimits) {
  return {
    maxAttempts: attempts,
    requestHandler: new BoundedHttpHandler(attemptMs, {
      connectionTimeout: connectMs,
      requestTimeout: attemptMs,
      // Without it the SDK only logs a warning and waits on.
      throwOnRequestTimeout: true,
      // Without a second attempt nothing saves a call that meets a connection that died while the container was frozen.
      ...(attempts === 1 ? { httpAgent: ONE_CALL, httpsAgent: ONE_CALL } : {}),
    }),
  };
}

/**
 * The same for a client that speaks HTTP/2. An attempt has no limit of its own: one would cut an answer's body without
 * an error. The caller bounds the whole call by an abort signal.
 */
export function boundedHttp2Calls({ attempts }: CallLimits) {
  // A connection for each request: a model's answer takes seconds, and no idle connection can die.
  const requestHandler = new DeadlineHttp2Handler({ disableConcurrentStreams: true });
  return { maxAttempts: attempts, requestHandler };
}

type Handle = NodeHttpHandler["handle"];
type HandleOptions = Parameters<Handle>[1];

/** The SDK's handler, with a limit on the answer's body as well: `requestTimeout` ends when the headers are there. */
class BoundedHttpHandler extends NodeHttpHandler {
  readonly #attemptMs: number;

  constructor(attemptMs: number, options: ConstructorParameters<typeof NodeHttpHandler>[0]) {
    super(options);
    this.#attemptMs = attemptMs;
  }

  override async handle(request: Parameters<Handle>[0], options?: HandleOptions): ReturnType<Handle> {
    const end = performance.now() + this.#attemptMs;
    const answer = await super.handle(request, untilDeadline(options));
    endBodyAt(answer.response.body as Readable, end, this.#attemptMs);
    return answer;
  }
}

class DeadlineHttp2Handler extends NodeHttp2Handler {
  override async handle(
    request: Parameters<NodeHttp2Handler["handle"]>[0],
    options?: HandleOptions,
  ): ReturnType<NodeHttp2Handler["handle"]> {
    return super.handle(request, untilDeadline(options));
  }
}

/** Ends a body that stalls or drips. The SDK takes a TimeoutError for a fault that passes, and tries again. */
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

/** Adds the invocation's deadline to the signal that the caller may have given. */
function untilDeadline(options: HandleOptions = {}): NonNullable<HandleOptions> {
  const deadline = deadlineSignal();
  if (deadline === undefined) return options;
  const own = options.abortSignal;
  return { ...options, abortSignal: own instanceof AbortSignal ? AbortSignal.any([own, deadline]) : deadline };
}
