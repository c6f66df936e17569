import { expect, it } from "vitest";
import { allReconciled } from "../../lambdas/operations/all-reconciled.ts";

it("has no variable of two features' parts, of which one would be given the other's value", () => {
  const names = allReconciled.flatMap(({ environment }) => Object.keys(environment));
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual([...new Set(names)]);
});
