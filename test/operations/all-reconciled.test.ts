import { expect, it } from "vitest";
import { allReconciled } from "../../lambdas/operations/all-reconciled.ts";

it("has no variable that two features' parts share by accident", () => {
  // The site's bucket is one, with the pictures of bookmarks and stocks and the recommendations' document.
  const names = allReconciled
    .flatMap(({ environment }) => Object.keys(environment))
    .filter((name) => name !== "SITE_BUCKET");
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual([...new Set(names)]);
});
