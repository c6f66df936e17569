import { describe, expect, it } from "vitest";
import type { CrawlErrorKind, PageErrorKind } from "../../../lambdas/mercari/domain/crawl-error.ts";
import { breakerMs, permanentError } from "../../../lambdas/mercari/domain/crawl-error.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function breakerTime(
  errorKind: CrawlErrorKind,
  retryAfterSeconds: number | null = null,
  transient = false,
): number | null {
  return breakerMs({ errorKind, transient, retryAfterSeconds });
}

it("a permanent error asks for no retry", () => {
  expect(permanentError("robots_forbidden")).toEqual({
    errorKind: "robots_forbidden",
    transient: false,
    retryAfterSeconds: null,
  });
});

describe("the circuit breaker of a host", () => {
  it.each([
    [null, 6 * HOUR],
    [30, 6 * HOUR],
    [28_800, 8 * HOUR],
    [172_800, 24 * HOUR],
  ])(
    "is open for six hours after a block, or longer if the site asks for it (Retry-After %s)",
    (seconds, milliseconds) => {
      expect(breakerTime("blocked", seconds)).toBe(milliseconds);
    },
  );

  it.each([
    [null, 2 * HOUR],
    [0, MINUTE],
    [59, MINUTE],
    [61, 61_000],
    [7_200, 2 * HOUR],
    [86_400, 24 * HOUR],
    [86_401, 24 * HOUR],
    [Number.MAX_SAFE_INTEGER, 24 * HOUR],
  ])("is open as long as the site asks, within limits (Retry-After %s: %i ms)", (seconds, milliseconds) => {
    expect(breakerTime("rate_limited", seconds)).toBe(milliseconds);
  });

  it.each<PageErrorKind>(["http_error", "not_rendered", "truncated", "unrecognized"])(
    "stays closed after %s",
    (kind) => {
      expect(breakerTime(kind, 3_600)).toBeNull();
    },
  );

  it.each<CrawlErrorKind>(["http_error", "robots_unavailable"])(
    "stays closed after a transient failure (%s)",
    (kind) => {
      expect(breakerTime(kind, null, true)).toBeNull();
      // The back-off of an attempt already waits as long.
      expect(breakerTime(kind, 900, true)).toBeNull();
      expect(breakerTime(kind, 901, true)).toBe(901_000);
      expect(breakerTime(kind, 172_800, true)).toBe(24 * HOUR);
    },
  );
});
