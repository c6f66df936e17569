import { parseRetryAfter } from "../lambdas/shared/outbound/retry-after.ts";
import { isSecureAddress } from "./addresses/secure-address.ts";
import type { BackOff } from "./back-off.ts";
import { waitMs } from "./back-off.ts";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import type { Failed, MagpieError } from "./magpie-error.ts";
import { ApiProblem, NetworkFailure } from "./magpie-error.ts";
import { parseJson } from "./parse-json.ts";

/** The limits of a call's attempts. */
export interface RetryPolicy extends BackOff {
  readonly maxAttempts: number;
  /** Time-out of each attempt, the body included. */
  readonly attemptTimeoutMs: number;
  /** Time-out of the call as a whole, waits included. A Retry-After beyond it ends the call at once. */
  readonly deadlineMs: number;
}

/** Five attempts have at most 15 s of waits; the deadline limits attempts without an answer. */
const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 5,
  firstWaitMs: 500,
  longestWaitMs: 30_000,
  attemptTimeoutMs: 15_000,
  deadlineMs: 60_000,
};

/** Seconds: the longest of the API's limits is that of a day. A longer one is an error, and must not block a queue. */
const LONGEST_RETRY_AFTER = 86_400;

/** A wait before a call's next attempt. */
export interface RetryWait {
  readonly method: string;
  /** Of the URL, without its query. */
  readonly path: string;
  /** Why the latest attempt failed; `error.attempts` is its number. */
  readonly error: MagpieError;
  readonly waitMs: number;
}

export interface MagpieClientOptions {
  /** The API's address, e.g. `https://api.alice.example`; http is for this machine only. A path before `/v1` is kept. */
  readonly baseUrl: string;
  /**
   * A JWT, or a function that returns one; called for each attempt, so that it can renew the token. When the API has refused
   * a token (401), it is called with that one; if it returns another, the attempt is made once more. If that one is refused
   * as well, the function is called with it, and the result is not used.
   */
  readonly token: string | ((refused: string | null) => string | Promise<string>);
  /** Replaces the platform's own. Every rejection of its promise counts as a network failure. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly retry?: Partial<RetryPolicy>;
  /** Called before each wait of a call, e.g. to show it. An error that it throws ends the call. */
  readonly onRetry?: (wait: RetryWait) => void;
  readonly clock?: Clock;
  /** From [0, 1). */
  readonly random?: () => number;
}

export interface CallOptions {
  /** Ends the call, waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Limits for this call only. */
  readonly retry?: Partial<RetryPolicy>;
  /** Called before each wait of this call, instead of the client's. */
  readonly onRetry?: (wait: RetryWait) => void;
}

export interface CreateOptions extends CallOptions {
  /** A UUID. Default: a new one for each call; pass that of an earlier call to repeat its intent. */
  readonly idempotencyKey?: string;
  /**
   * Called before the answer is returned: true when this call created the resource, false when it was there already,
   * by its identity or by an earlier call with the same key.
   */
  readonly onCreated?: (created: boolean) => void;
  /**
   * Whether the answer of an earlier call with this key may be lost: what that call created counts as created by this one.
   */
  readonly isRepeated?: boolean;
}

/** A file as a body. */
export interface Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request to the API, before retries. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below the base URL, its segments encoded. */
  readonly path: string;
  /** A list is sent as several parameters of one name. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** In place of a body of JSON. */
  readonly upload?: Upload;
  /** Whether the request has an Idempotency-Key. */
  readonly creates?: boolean;
  /** Codes of the API for work that was done already: in a repeated attempt they mean that an earlier one succeeded. */
  readonly doneCodes?: readonly string[];
}

/** Sends requests until they are answered, refused, or out of time. */
export class Transport {
  readonly #baseUrl: string;
  readonly #token: MagpieClientOptions["token"];
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #retry: RetryPolicy;
  readonly #onRetry: ((wait: RetryWait) => void) | undefined;
  readonly #clock: Clock;
  readonly #random: () => number;

  /** @throws TypeError when the base URL is no https URL, nor an http URL of this machine, or this platform has no fetch */
  constructor(options: MagpieClientOptions) {
    const baseUrl = new URL(options.baseUrl);
    if (!isSecureAddress(baseUrl)) {
      throw new TypeError(`${options.baseUrl} is not https: a token could be read on the way.`);
    }
    const { origin, pathname } = baseUrl;
    if (options.fetch === undefined && typeof fetch !== "function") throw new TypeError("There is no fetch here.");
    this.#baseUrl = origin + pathname.replace(/\/$/, "");
    this.#token = options.token;
    // Browsers refuse a fetch that is called as a method of an object other than the window.
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    this.#retry = { ...RETRY_POLICY, ...options.retry };
    this.#onRetry = options.onRetry;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
  }

  /**
   * Sends a request, and retries it under the same key after transient failures.
   *
   * @returns the answer's JSON; null for an answer without a body, and when a repeated attempt found the work done
   * @throws ApiProblem, NetworkFailure
   */
  async request<T>(call: Call, options: CreateOptions = {}): Promise<T> {
    const { signal } = options;
    const policy = { ...this.#retry, ...options.retry };
    const idempotencyKey = call.creates ? (options.idempotencyKey ?? newKey()) : null;
    const url = this.#url(call);
    const json = call.body === undefined ? null : JSON.stringify(call.body);
    const body = call.upload?.bytes ?? json;
    const ofBody = call.upload?.headers ?? (json === null ? {} : { "content-type": "application/json" });
    const endsAt = this.#clock.now().getTime() + policy.deadlineMs;
    let maybeDone = options.isRepeated ?? false;
    for (let attempts = 1; ; attempts += 1) {
      const left = endsAt - this.#clock.now().getTime();
      const timeoutMs = Math.min(policy.attemptTimeoutMs, left);
      const prepared = { method: call.method, url, body, ofBody, failed: { attempts, idempotencyKey }, timeoutMs };
      const outcome = await this.#attempt(prepared, signal);
      if (!("failure" in outcome)) {
        // A replay of an attempt of this call, whose answer was lost, is this call's own work.
        options.onCreated?.(outcome.status === 201 && (!outcome.replayed || maybeDone));
        return outcome.answer as T;
      }

      const { failure } = outcome;
      const problem = failure instanceof ApiProblem ? failure : null;
      if (maybeDone && call.doneCodes?.includes(problem?.code ?? "")) return null as T;
      const wait = waitMs(policy, attempts, problem?.retryAfterSeconds ?? null, this.#random());
      const hasTime = this.#clock.now().getTime() + wait < endsAt;
      if (!failure.retryable || attempts >= policy.maxAttempts || !hasTime) throw failure;
      maybeDone ||= problem === null || problem.status >= 500 || problem.status === 408;
      (options.onRetry ?? this.#onRetry)?.({ method: call.method, path: call.path, error: failure, waitMs: wait });
      await this.#clock.sleep(wait, signal);
    }
  }

  #url(call: Call): string {
    const url = new URL(this.#baseUrl + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      for (const each of [value ?? []].flat()) url.searchParams.append(name, String(each));
    }
    return url.href;
  }

  async #attempt(prepared: Prepared, signal: AbortSignal | undefined): Promise<Outcome> {
    signal?.throwIfAborted();
    let token = await this.#readToken(null);
    for (let isRepeated = false; ; isRepeated = true) {
      const outcome = await this.#send(prepared, token, signal);
      if (!("failure" in outcome && outcome.failure instanceof ApiProblem && outcome.failure.status === 401))
        return outcome;
      const another = await this.#readToken(token);
      if (isRepeated || another === token) return outcome;
      token = another;
    }
  }

  async #readToken(refused: string | null): Promise<string> {
    return typeof this.#token === "string" ? this.#token : this.#token(refused);
  }

  async #send(prepared: Prepared, token: string, signal: AbortSignal | undefined): Promise<Outcome> {
    signal?.throwIfAborted();
    const { method, url, body, ofBody, failed } = prepared;
    const ended = new AbortController();
    const request = new Request(url, {
      method,
      body,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        ...ofBody,
        ...(failed.idempotencyKey === null ? {} : { "idempotency-key": failed.idempotencyKey }),
      },
      // The API never redirects; a redirect comes from a captive portal, which must not get the token.
      redirect: "error",
      credentials: "omit",
      cache: "no-store",
      signal: ended.signal,
    });
    let late = false;
    const endLate = () => {
      late = true;
      ended.abort();
    };
    const endByCaller = () => ended.abort();
    const turnOff = this.#clock.alarm(prepared.timeoutMs, endLate);
    signal?.addEventListener("abort", endByCaller, { once: true });
    // An exception before this point is a programming error; only a rejected promise is a network failure.
    try {
      const pending = this.#fetch(request);
      const received = await pending.then(readAnswer).catch((cause: unknown) => ({ cause }));
      if ("status" in received) return this.#outcome(received, failed);
      signal?.throwIfAborted();
      return { failure: new NetworkFailure(late ? "timeout" : "connection", { ...failed, cause: received.cause }) };
    } finally {
      turnOff();
      signal?.removeEventListener("abort", endByCaller);
    }
  }

  #outcome({ status, headers, text }: Received, failed: Failed): Outcome {
    const json = parseJson(text);
    if (status >= 200 && status < 300) {
      const replayed = headers.get("idempotency-replayed") === "true";
      // A 202 may have no result.
      if (status === 204 || (status === 202 && text === "")) return { answer: null, status, replayed };
      if (json !== undefined) return { answer: json, status, replayed };
    } else {
      const date = headers.get("date") ?? undefined;
      const seconds = parseRetryAfter(headers.get("retry-after") ?? undefined, this.#clock.now(), date);
      const retryAfterSeconds = seconds === null ? null : Math.min(seconds, LONGEST_RETRY_AFTER);
      const acceptedScopes = challengedScopes(headers.get("www-authenticate") ?? "");
      const fields = { ...problemFields(status, json), retryAfterSeconds, acceptedScopes };
      const failure = new ApiProblem({ status, ...fields }, failed);
      if (json !== undefined || failure.retryable) return { failure };
    }
    // The API and its gateway answer and refuse in JSON: a page of a hotspot or proxy says nothing of the request.
    return { failure: new NetworkFailure("foreign_answer", failed) };
  }
}

/** One attempt, ready to go. */
interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** The headers of the body. */
  readonly ofBody: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly failed: Failed;
}

type Outcome =
  | { readonly answer: unknown; readonly status: number; readonly replayed: boolean }
  | { readonly failure: MagpieError };

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function readAnswer(response: Response): Promise<Received> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The scopes in a challenge (RFC 6750, section 3), without the name of the resource server. */
function challengedScopes(challenge: string): readonly string[] {
  const [, scopes = ""] = /\bscope="([^"]*)"/.exec(challenge) ?? [];
  return scopes.split(" ").flatMap((scope) => scope.split("/").at(-1) || []);
}

/** The fields of a problem: problem+json of the API, `{message}` of the gateway, or an unknown form. */
function problemFields(status: number, json: unknown): Pick<ApiProblem, "code" | "detail" | "errors"> {
  const body: Record<string, unknown> = Object(json);
  const words = [body.detail, body.message].find((text) => typeof text === "string");
  // The gateway has no other reason for this status.
  if (status === 403 && typeof body.code !== "string") {
    return { code: "insufficient_scope", detail: "This sign-in does not allow that.", errors: [] };
  }
  return {
    code: typeof body.code === "string" ? body.code : null,
    detail: words ?? "There is no explanation.",
    errors: Array.isArray(body.errors) ? body.errors : [],
  };
}

/** A new Idempotency-Key: a UUID of version 4, also on pages without https, which lack `randomUUID`. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt(Number.parseInt(digits.charAt(16), 16) & 3);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20),
  ].join("-");
}
