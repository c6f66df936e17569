import { describe, expect, it } from "vitest";
import type { CrawlErrorKind } from "../../../lambdas/mercari/domain/crawl-error.ts";
import { breakerMs } from "../../../lambdas/mercari/domain/crawl-error.ts";
import type { ErrorKind } from "../../../lambdas/mercari/readers/page-error.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function leftAlone(
  errorKind: CrawlErrorKind,
  retryAfterSeconds: number | null = null,
  transient = false,
): number | null {
  return breakerMs({ errorKind, transient, retryAfterSeconds });
}

describe("a host that refused us", () => {
  it.each([
    [null, 6 * HOUR],
    [30, 6 * HOUR],
    [28_800, 8 * HOUR],
    [172_800, 24 * HOUR],
  ])(
    "is left alone for six hours when it blocks us, longer if it says so (Retry-After %s)",
    (seconds, milliseconds) => {
      expect(leftAlone("blocked", seconds)).toBe(milliseconds);
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
  ])("is left alone as long as it asks for, within bounds (Retry-After %s: %i ms)", (seconds, milliseconds) => {
    expect(leftAlone("rate_limited", seconds)).toBe(milliseconds);
  });

  it.each<ErrorKind>(["http_error", "not_rendered", "truncated", "unrecognized"])("is asked again after %s", (kind) => {
    expect(leftAlone(kind, 3_600)).toBeNull();
  });

  it.each<CrawlErrorKind>(["http_error", "robots_unavailable"])("and fails in a transient way (%s)", (kind) => {
    expect(leftAlone(kind, null, true)).toBeNull();
    // An attempt waits as long as that.
    expect(leftAlone(kind, 900, true)).toBeNull();
    expect(leftAlone(kind, 901, true)).toBe(901_000);
    expect(leftAlone(kind, 172_800, true)).toBe(24 * HOUR);
  });
});
