import * as z from "zod/mini";
import { failureOfStatus } from "../../shared/outbound/request-failure.ts";
import type { QuotaLimit, Refusal } from "../domain/collect.ts";

const text = z.catch(z.string(), "");

/** The older envelope (`errors`) and the current one (`status`, `details`), which may come together or alone. */
const envelopeSchema = z.object({
  error: z.object({
    message: text,
    status: text,
    errors: z.catch(z.array(z.object({ domain: text, reason: text, location: text })), []),
    details: z.catch(
      z.array(
        z.object({
          reason: text,
          metadata: z.catch(z.object({ quota_limit: text, quota_unit: text }), { quota_limit: "", quota_unit: "" }),
        }),
      ),
      [],
    ),
  }),
});
type GoogleError = z.output<typeof envelopeSchema>["error"];

const NOT_ENABLED = ["accessNotConfigured", "SERVICE_DISABLED"];
const KEY_INVALID = ["keyInvalid", "keyExpired", "API_KEY_INVALID"];
const KEY_RESTRICTED = [
  "ipRefererBlocked",
  "API_KEY_SERVICE_BLOCKED",
  "API_KEY_HTTP_REFERRER_BLOCKED",
  "API_KEY_IP_ADDRESS_BLOCKED",
  "API_KEY_ANDROID_APP_BLOCKED",
  "API_KEY_IOS_APP_BLOCKED",
];
const QUOTA = [
  "dailyLimitExceeded",
  "dailyLimitExceededUnreg",
  "userRateLimitExceeded",
  "userRateLimitExceededUnreg",
  "rateLimitExceeded",
  "quotaExceeded",
  "RATE_LIMIT_EXCEEDED",
  "RESOURCE_EXHAUSTED",
  "RESOURCE_QUOTA_EXCEEDED",
];
const TRANSIENT = ["backendFailed", "backendError", "internalError", "UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED"];
const BAD_REQUEST = ["queryRequired", "required", "invalid", "invalidParameter", "badRequest", "INVALID_ARGUMENT"];

/** The parts of a bad request's error that may be repeated. Google's other texts may contain the request and its key. */
const SAYABLE = new Set(
  [BAD_REQUEST, "q startIndex maxResults orderBy langRestrict printType filter country".split(" ")].flat(),
);

const MESSAGES = {
  google_api_key_invalid:
    "Google does not know the API key. Put a valid key of a project with the Books API into the secret, as plain text and nothing else.",
  google_api_key_restricted:
    "Google refuses the API key here: it is restricted to other addresses, apps or APIs. Allow it the Books API, from any address.",
  google_api_not_enabled:
    "The Books API is not enabled in the API key's Google Cloud project. Enable books.googleapis.com there and wait some minutes.",
  google_location_unknown:
    "Google can't determine the country of our servers. Set google_books.country of the job to two letters, such as JP.",
  google_forbidden: "Google refused the request (403). Check the API key's project: suspended, deleted or restricted.",
};

function refused(code: keyof typeof MESSAGES): Refusal {
  return { kind: "error", code, message: MESSAGES[code] };
}

/** A response in an unknown format. */
export function unexpectedAnswer(what: string): Refusal {
  return {
    kind: "error",
    code: "google_unexpected_answer",
    message: `Google Books answered with ${what}. The cursor is kept; if it goes on, look for a proxy in between or a change of the API.`,
  };
}

function badRequest(error: GoogleError | undefined): Refusal {
  const words = error?.errors.flatMap(({ reason, location }) => [reason, location]) ?? [];
  const repeatable = words.filter((word) => SAYABLE.has(word)).join(", ");
  return {
    kind: "error",
    code: "google_bad_request",
    message: `Google found the request wrong${repeatable === "" ? "" : ` (${repeatable})`}. Check the job's queries and google_books; if they are right, Google may let nobody go beyond this start index: reset the cursor or narrow the queries.`,
  };
}

function quotaLimit({ message, errors, details }: GoogleError): QuotaLimit {
  const quotaText = [
    message,
    ...errors.map(({ reason }) => reason),
    ...details.flatMap(({ metadata }) => [metadata.quota_limit, metadata.quota_unit]),
  ].join(" ");
  if (/per ?day|daily|\b1\/d\//i.test(quotaText)) return "day";
  return /per ?(?:minute|100 ?seconds)|\b1\/min\/|userRateLimit/i.test(quotaText) ? "minute" : "unknown";
}

/** The outcome by the body; null if the body has no known reason. */
function refusalOfBody(error: GoogleError, retryAfterSeconds: number | null): Refusal | null {
  const reasons = new Set([error.status, ...[...error.errors, ...error.details].map(({ reason }) => reason)]);
  const hasReason = (known: readonly string[]) => known.some((reason) => reasons.has(reason));
  // The domain usageLimits of quota errors is also that of some errors about the key or the project.
  if (hasReason(NOT_ENABLED)) return refused("google_api_not_enabled");
  if (hasReason(KEY_INVALID) || /\bAPI key (?:not valid|expired)/i.test(error.message)) {
    return refused("google_api_key_invalid");
  }
  if (hasReason(KEY_RESTRICTED)) return refused("google_api_key_restricted");
  if (hasReason(["unknownLocation"])) return refused("google_location_unknown");
  // With a status of 400 the message alone has named the quota.
  const isQuota = hasReason(QUOTA) || /\b(?:quota|limit) exceeded\b/i.test(error.message);
  if (isQuota || error.errors.some(({ domain }) => domain === "usageLimits")) {
    return { kind: "quota", limit: quotaLimit(error) };
  }
  if (hasReason(TRANSIENT)) return { kind: "transient", code: "upstream_error", retryAfterSeconds };
  return hasReason(BAD_REQUEST) ? badRequest(error) : null;
}

function refusalOfStatus(status: number, retryAfterSeconds: number | null): Refusal {
  if (status === 429) return { kind: "quota", limit: "unknown" };
  const failure = failureOfStatus({ status, retryAfterSeconds });
  if (failure?.kind === "transient") return failure;
  switch (status) {
    case 400:
    // The address has all queries of the job.
    case 413:
    case 414:
    case 431:
      return badRequest(undefined);
    case 401:
      return refused("google_api_key_invalid");
    case 403:
      return refused("google_forbidden");
    default:
      return unexpectedAnswer(`the status ${status}`);
  }
}

/**
 * Why Google returned no volumes; null for a response that may contain them. The body is read before the status: Google has
 * answered a used-up quota with 400, 403 and 429.
 *
 * @param answer the body as parsed JSON; undefined if it is not JSON
 */
export function readRefusal(status: number, answer: unknown, retryAfterSeconds: number | null): Refusal | null {
  const envelope = envelopeSchema.safeParse(answer);
  if (status === 200 && !envelope.success) return null;
  const known = envelope.success ? refusalOfBody(envelope.data.error, retryAfterSeconds) : null;
  return known ?? refusalOfStatus(status, retryAfterSeconds);
}
