import { expect, it } from "vitest";
import { withJitter } from "../../lambdas/shared/jitter.ts";

it.each([
  [0, 60],
  [0.5, 75],
  [0.999, 89.97],
])("adds up to half of a wait: to 60, with %d, it makes %d", (random, wait) => {
  expect(withJitter(60, random)).toBeCloseTo(wait);
});
