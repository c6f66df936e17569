import { describe, expect, it } from "vitest";
import { breakerMs } from "../../lambdas/mercari/breaker.ts";
import type { ErrorKind } from "../../lambdas/mercari/page/page-error.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function leftAlone(errorKind: ErrorKind, retryAfterSeconds: number | null = null): number | null {
  return breakerMs({ kind: "error", errorKind, passing: false, retryAfterSeconds });
}

describe("a host that refused us", () => {
  it("is left alone for six hours when it blocks us, whatever else it says", () => {
    expect([leftAlone("blocked"), leftAlone("blocked", 30)]).toEqual([6 * HOUR, 6 * HOUR]);
  });

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
});
