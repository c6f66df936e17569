import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { Rejected } from "./rejected.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/**
 * The largest number of errors in an answer: more are of no use to a developer, and an answer must not become many times
 * longer than the request.
 */
export const MAX_ERRORS = 20;

/** A rejection as an `application/problem+json` answer (RFC 9457). Only this function turns errors into answers. */
export function problem(rejected: Rejected): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: rejected.status,
    headers: { "content-type": "application/problem+json", ...rejected.headers },
    body: JSON.stringify({
      type: "about:blank",
      title: TITLES[rejected.status] ?? "Error",
      status: rejected.status,
      detail: rejected.message,
      code: rejected.code,
      ...(rejected.errors === undefined ? {} : { errors: rejected.errors.slice(0, MAX_ERRORS) }),
      ...rejected.members,
    }),
  };
}

/**
 * The rejection that a thrown error leads to. A `Rejected` is unchanged. If an AWS service throttles, fails or does not
 * respond: 503 with Retry-After, since nothing is wrong with the request. Any other error: 500 without its message.
 */
export function toRejected(error: unknown): Rejected {
  if (error instanceof Rejected) return error;
  if (isServiceAway(error)) {
    return new Rejected(503, "temporarily_unavailable", "The service is busy. Send the same request again later.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
  return new Rejected(500, "internal_error", "Something went wrong on our side. It has been recorded.", {
    cause: error,
  });
}

/** Names of transient errors, after the SDK has used up its own retries. */
const TRANSIENT_ERRORS = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "RequestThrottled",
  "InternalServerError",
  "InternalFailure",
  "ServiceUnavailable",
  "ServiceUnavailableException",
  "TimeoutError",
  // Our own errors: no time was left, or a table left too many writes undone.
  "DeadlinePassed",
  "TableBusy",
]);

/** Codes of transient socket errors. */
const TRANSIENT_CODES = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

function isServiceAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata, code = "" } = error as { $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode ?? 0;
  return TRANSIENT_ERRORS.has(error.name) || status >= 500 || TRANSIENT_CODES.has(code);
}
