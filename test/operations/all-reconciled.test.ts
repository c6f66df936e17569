import { expect, it } from "vitest";
import { allReconciled } from "../../lambdas/operations/all-reconciled.ts";

it("has no variable that two features' parts share by accident", () => {
  const names = allReconciled.flatMap(({ environment }) => Object.keys(environment));
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual([...new Set(names)]);
});
