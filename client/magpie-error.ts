export interface Failed {
  /** How often it was sent. */
  readonly attempts: number;
  /** The request's key; null for one that creates nothing. The same call with this key is the same intent. */
  readonly idempotencyKey: string | null;
  readonly cause?: unknown;
}

/** A field that the API refused. */
export interface RefusedField {
  readonly path: string;
  readonly message: string;
  /** The place in the field's text, in characters, where only a part of it was refused. */
  readonly offset?: number;
  readonly length?: number;
}

/**
 * A failed request. Any other error of the client is a programming error of its caller, or the reason of the caller's
 * own AbortSignal.
 */
export abstract class MagpieError extends Error {
  /** Whether the same call may succeed later. Give it the same `idempotencyKey`. */
  readonly retryable: boolean;
  /** How often the request was sent. */
  readonly attempts: number;
  /** The key of the request; null for one that creates nothing. */
  readonly idempotencyKey: string | null;

  constructor(message: string, retryable: boolean, failed: Failed) {
    super(message, failed.cause === undefined ? undefined : { cause: failed.cause });
    this.retryable = retryable;
    this.attempts = failed.attempts;
    this.idempotencyKey = failed.idempotencyKey;
  }
}

/** The API, or the gateway before it, refused the request. */
export class ApiProblem extends MagpieError {
  override readonly name = "ApiProblem";
  readonly status: number;
  /** Stable snake_case word; null when the gateway refused, but for a token without the scope: `insufficient_scope`. */
  readonly code: string | null;
  /** A sentence for people. */
  readonly detail: string;
  readonly errors: readonly RefusedField[];
  /** The seconds of Retry-After, at most a day; null without a valid one. */
  readonly retryAfterSeconds: number | null;
  /** The scopes of which the token needs one, such as `save`; empty where the answer names none, as in browsers. */
  readonly acceptedScopes: readonly string[];

  constructor(
    problem: {
      readonly status: number;
      readonly code: string | null;
      readonly detail: string;
      readonly errors: readonly RefusedField[];
      readonly retryAfterSeconds: number | null;
      readonly acceptedScopes?: readonly string[];
    },
    failed: Failed,
  ) {
    const word = problem.code === null ? "" : ` ${problem.code}`;
    super(`${problem.status}${word}: ${problem.detail}`, isTransient(problem), failed);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.retryAfterSeconds = problem.retryAfterSeconds;
    this.acceptedScopes = problem.acceptedScopes ?? [];
  }
}

/** Whether a problem is transient (409 only while the first request with the key runs). */
function isTransient({ status, code }: { readonly status: number; readonly code: string | null }): boolean {
  return (
    status >= 500 ||
    status === 408 ||
    status === 425 ||
    status === 429 ||
    (status === 409 && code === "request_in_progress")
  );
}

/**
 * No answer: no connection, a lost one, a time-out, or an answer that is not the API's (a captive portal's page, whatever its status).
 * Whether the request was carried out is unknown.
 */
export class NetworkFailure extends MagpieError {
  override readonly name = "NetworkFailure";
  readonly kind: NetworkFailureKind;

  constructor(kind: NetworkFailureKind, failed: Failed) {
    super(
      `${MESSAGES[kind]}; gave up after ${failed.attempts} attempt${failed.attempts === 1 ? "" : "s"}`,
      true,
      failed,
    );
    this.kind = kind;
  }
}

export type NetworkFailureKind = "connection" | "timeout" | "foreign_answer";

const MESSAGES: Readonly<Record<NetworkFailureKind, string>> = {
  connection: "The API can't be reached, or the connection was lost",
  timeout: "The API did not answer in time",
  foreign_answer: "Something else than the API answered",
};
