import { describe, expect, it } from "vitest";
import type { VolumesResponse } from "../../../lambdas/books/readers/google-books.ts";
import { readVolumes } from "../../../lambdas/books/readers/google-books.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

function read(answer: unknown, changes: Partial<VolumesResponse> = {}) {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readVolumes(response({ mediaType: "application/json", body, ...changes }));
}

/** Google's older envelope. */
const legacy = (code: number, reason: string, message = "No.", rest: object = {}) => ({
  error: { code, message, errors: [{ domain: "global", reason, message, ...rest }] },
});
/** The current one in addition. */
const current = (code: number, status: string, reason: string, metadata: object = {}, message = "No.") => ({
  error: { code, message, status, details: [{ "@type": "x", reason, domain: "googleapis.com", metadata }] },
});
const perDay = { quota_limit: "defaultPerDayPerProject", quota_unit: "1/d/{project}" };
const perMinute = { quota_limit: "defaultPerMinutePerUser", quota_unit: "1/min/{project}/{user}" };

describe("a refusal for the quota", () => {
  it.each([
    [429, current(429, "RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED", perDay), "day"],
    [429, current(429, "RESOURCE_EXHAUSTED", "RATE_LIMIT_EXCEEDED", perMinute), "minute"],
    [429, current(429, "RESOURCE_EXHAUSTED", ""), "unknown"],
    [429, legacy(429, "rateLimitExceeded", "Quota exceeded for limit 'Queries per day' of service"), "day"],
    [429, legacy(429, "rateLimitExceeded", "Quota exceeded for limit 'Queries per minute per user'"), "minute"],
    [429, legacy(429, "rateLimitExceeded", "Quota exceeded: Queries per 100 seconds"), "minute"],
    [429, legacy(429, "rateLimitExceeded", "Quota exceeded: QUERIES PERDAY"), "day"],
    [429, current(429, "RESOURCE_EXHAUSTED", "", { quota_unit: "1/d/{project}" }), "day"],
    [429, current(429, "RESOURCE_EXHAUSTED", "", { quota_unit: "1/min/{project}" }), "minute"],
    [429, current(429, "RESOURCE_EXHAUSTED", "", { quota_limit: "QueriesPerDayPerProject" }), "day"],
    [429, current(429, "RESOURCE_EXHAUSTED", "", { quota_limit: "QueriesPerMinutePerUser" }), "minute"],
    [429, current(429, "RESOURCE_EXHAUSTED", "", { quota_limit: "QueriesPer100SecondsPerUser" }), "minute"],
    [400, legacy(400, "badRequest", "Quota exceeded for metric 'Queries' and limit 'Queries per day'"), "day"],
    [400, current(400, "FAILED_PRECONDITION", "", {}, "Quota exceeded."), "unknown"],
    [403, current(403, "PERMISSION_DENIED", "", {}, "Daily Limit Exceeded"), "day"],
    [429, legacy(429, "rateLimitExceeded"), "unknown"],
    [429, legacy(429, "aNewWord"), "unknown"],
    [429, "<title>Too many requests</title>", "unknown"],
    [429, "", "unknown"],
    [403, legacy(403, "dailyLimitExceeded", "Daily Limit Exceeded", { domain: "usageLimits" }), "day"],
    [403, legacy(403, "dailyLimitExceededUnreg", "x", { domain: "usageLimits" }), "day"],
    [403, legacy(403, "userRateLimitExceeded", "x", { domain: "usageLimits" }), "minute"],
    [403, legacy(403, "rateLimitExceeded", "x", { domain: "usageLimits" }), "unknown"],
    [403, legacy(403, "quotaExceeded"), "unknown"],
    [403, legacy(403, "aNewWord", "x", { domain: "usageLimits" }), "unknown"],
    [
      403,
      {
        error: {
          errors: [
            { domain: "global", reason: "aNewWord" },
            { domain: "usageLimits", reason: "aNewWord" },
          ],
        },
      },
      "unknown",
    ],
    [400, legacy(400, "dailyLimitExceeded"), "day"],
    [503, legacy(503, "rateLimitExceeded"), "unknown"],
    [200, legacy(429, "rateLimitExceeded"), "unknown"],
  ])("with status %i: %j", (status, body, limit) => {
    expect(read(body, { status })).toEqual({ kind: "quota", limit });
    expect(read(body, { status, mediaType: "text/html" })).toEqual({ kind: "quota", limit });
  });
});

describe("a transient failure", () => {
  it.each([
    [503, legacy(503, "backendFailed", "x", { location: "backend_flow" }), "upstream_error"],
    [500, legacy(500, "internalError"), "upstream_error"],
    [403, legacy(403, "backendError"), "upstream_error"],
    [200, legacy(503, "backendFailed"), "upstream_error"],
    [500, "", "upstream_error"],
    [502, "<title>Bad gateway</title>", "upstream_error"],
    [504, "", "upstream_error"],
    [408, "", "request_timeout"],
  ])("with status %i: %j", (status, body, code) => {
    expect(read(body, { status, retryAfterSeconds: 7 })).toEqual({ kind: "transient", code, retryAfterSeconds: 7 });
  });
});

describe("an error that an operator has to fix", () => {
  const keyMessage = "API key not valid. Please pass a valid API key.";
  it.each([
    [400, legacy(400, "badRequest", keyMessage), "google_api_key_invalid", /secret/],
    [400, current(400, "INVALID_ARGUMENT", "API_KEY_INVALID"), "google_api_key_invalid", /secret/],
    [400, legacy(400, "keyInvalid", "Bad Request", { domain: "usageLimits" }), "google_api_key_invalid", /secret/],
    [400, legacy(400, "badRequest", "API key expired. Please renew the API key."), "google_api_key_invalid", /secret/],
    [401, "", "google_api_key_invalid", /secret/],
    [403, legacy(403, "accessNotConfigured", "x", { domain: "usageLimits" }), "google_api_not_enabled", /Enable/],
    [403, current(403, "PERMISSION_DENIED", "SERVICE_DISABLED"), "google_api_not_enabled", /Enable/],
    [403, legacy(403, "ipRefererBlocked", "x", { domain: "usageLimits" }), "google_api_key_restricted", /Allow/],
    [403, current(403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED"), "google_api_key_restricted", /Allow/],
    [403, legacy(403, "unknownLocation"), "google_location_unknown", /google_books\.country/],
    [403, legacy(403, "forbidden"), "google_forbidden", /project/],
    [403, "<title>Forbidden</title>", "google_forbidden", /project/],
    [
      400,
      legacy(400, "queryRequired", "Missing query.", { location: "q" }),
      "google_bad_request",
      /\(queryRequired, q\)/,
    ],
    [400, legacy(400, "invalidParameter", "x", { location: "maxResults" }), "google_bad_request", /maxResults/],
    [400, legacy(400, "badRequest", "Something else."), "google_bad_request", /queries/],
    [400, "<title>400</title>", "google_bad_request", /reset the cursor/],
    [400, legacy(400, "badWord", "x"), "google_bad_request", /^Google found the request wrong\. /],
    [414, "<title>Error 414 (Request-URI Too Large)!!1</title>", "google_bad_request", /narrow the queries/],
    [413, "", "google_bad_request", /narrow the queries/],
    [431, "", "google_bad_request", /narrow the queries/],
    [400, "", "google_bad_request", /^Google found the request wrong\. /],
    [200, legacy(418, "aNewWord"), "google_unexpected_answer", /cursor/],
    [404, legacy(404, "notFound"), "google_unexpected_answer", /404/],
  ])("with status %i: %j", (status, body, code, advice) => {
    expect(read(body, { status })).toEqual({ kind: "error", code, message: expect.stringMatching(advice) });
  });

  it("never repeats Google's own sentences, which may contain the key", () => {
    const said = legacy(400, "invalidParameter", "Invalid key secretkey", { location: "secretkey" });
    expect(JSON.stringify(read(said, { status: 400 }))).not.toContain("secretkey");
  });
});
