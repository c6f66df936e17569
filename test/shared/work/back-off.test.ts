import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backOffSeconds } from "../../../lambdas/shared/work/back-off.ts";

const backOff = { first: 20, factor: 3, longest: 3_600 };
const almostOne = 0.999_999;

describe("backOffSeconds", () => {
  it.each([
    { attempt: 1, least: 20, most: 30 },
    { attempt: 2, least: 60, most: 90 },
    { attempt: 3, least: 180, most: 270 },
  ])("waits $least to $most s after attempt $attempt", ({ attempt, least, most }) => {
    expect(backOffSeconds(backOff, attempt, null, 0)).toBe(least);
    expect(backOffSeconds(backOff, attempt, null, almostOne)).toBe(most);
  });

  it("waits at least a Retry-After and adds jitter", () => {
    expect(backOffSeconds(backOff, 1, 120, 0)).toBe(120);
    expect(backOffSeconds(backOff, 1, 120, almostOne)).toBe(130);
  });

  it("never waits longer than the longest wait, whatever a site asks for", () => {
    expect(backOffSeconds(backOff, 1, 86_400, almostOne)).toBe(3_600);
    expect(backOffSeconds(backOff, 1, Number.MAX_SAFE_INTEGER, 0)).toBe(3_600);
    expect(backOffSeconds(backOff, 500, null, almostOne)).toBe(3_600);
  });

  it("is always a whole number of seconds that SQS accepts, and at least the Retry-After", () => {
    const retryAfter = fc.option(fc.nat({ max: 100_000 }));
    const random = fc.double({ min: 0, max: almostOne, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), retryAfter, random, (attempt, requested, dice) => {
        const wait = backOffSeconds(backOff, attempt, requested, dice);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(backOff.longest);
        expect(wait).toBeGreaterThanOrEqual(Math.min(requested ?? 0, backOff.longest));
      }),
    );
  });
});
