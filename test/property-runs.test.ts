import fc from "fast-check";
import { expect, it } from "vitest";

it.each([
  ["list", fc.array(fc.nat(), { maxLength: 60 })],
  ["text", fc.string({ maxLength: 60 })],
  ["list of bytes", fc.uint8Array({ maxLength: 60 })],
])("a %s of a property becomes as long as the property says", (_what, lists: fc.Arbitrary<{ length: number }>) => {
  const lengths = fc.sample(lists, { numRuns: 500, seed: 1 }).map(({ length }) => length);
  expect(Math.max(...lengths)).toBeGreaterThan(50);
});
