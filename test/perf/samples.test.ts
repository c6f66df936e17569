import { expect, it } from "vitest";
import { growthPerMinute, quantile } from "./samples.ts";

it("quantiles are samples, whatever their order", () => {
  const samples = [5, 1, 4, 2, 3];
  expect([quantile(samples, 0.5), quantile(samples, 0.99), quantile(samples, 0)]).toEqual([3, 5, 1]);
  expect(() => quantile([], 0.5)).toThrow(/no samples/);
});

it("a memory that grows by two megabytes in half a minute grows by four a minute", () => {
  const line = [0, 30_000, 60_000].map((ms, index) => ({ ms, megabytes: 100 + 2 * index }));
  expect(growthPerMinute(line)).toBeCloseTo(4);
  expect(growthPerMinute(line.map(({ ms }) => ({ ms, megabytes: 100 })))).toBe(0);
});
