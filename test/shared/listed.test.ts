import { expect, it } from "vitest";
import { listed } from "../../lambdas/shared/listed.ts";

it.each([
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("names are listed as a sentence does: %j", (names, phrase) => {
  expect(listed(names, "or")).toBe(phrase);
  expect(listed(names, "and")).toBe(new Intl.ListFormat("en-GB").format(names));
});
