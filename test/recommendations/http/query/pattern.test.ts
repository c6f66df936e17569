import { expect, it } from "vitest";
import { readPattern } from "../../../../lambdas/recommendations/http/query/pattern.ts";

it.each([
  [/a\$/, "A$", "anywhere"],
  [/a\\\$/, "A\\$", "anywhere"],
  [/a\\$/, "A\\", "end"],
  // What it ends with is nothing but a backslash.
  [/\\$/, "\\", "end"],
  [/^\$/, "$", "start"],
  [/\^a/, "^A", "anywhere"],
] as const)("%s is the case-folded text %j", (pattern, text, place) => {
  expect(readPattern(pattern)).toEqual({ text, place });
});
