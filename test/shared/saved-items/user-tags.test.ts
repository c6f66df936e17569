import { expect, it } from "vitest";
import { tagFilter, userTags } from "../../../lambdas/shared/saved-items/user-tags.ts";

it("gives tags their form: trimmed, one line, NFKC; of those that differ in case only, the first stays", () => {
  const sent = ["  Mine ", "ＭＩＮＥ", "東京", "mine", "two\nlines"];
  expect(userTags.parse(sent)).toEqual(["Mine", "東京", "two lines"]);
});

it.each([
  ["21 tags", Array.from({ length: 21 }, String)],
  ["a tag without a letter", [" \u200b"]],
  ["a tag of 51 characters", ["a".repeat(51)]],
  ["a tag that NFKC makes too long", ["\ufdfa".repeat(3)]],
  ["a tag of a book's length", ["a\u0301\u0316".repeat(10_000)]],
  ["a text", "mine"],
])("rejects %s", (_what, tags) => {
  expect(userTags.safeParse(tags).success).toBe(false);
});

it("takes 20 tags of 50 characters, also of those that are two code units", () => {
  const tags = Array.from({ length: 20 }, (_, number) => `${String(number).padStart(2, "0")}${"𠮷".repeat(48)}`);
  expect(userTags.parse(tags)).toEqual(tags);
});

it("filters by at most 20 tags", () => {
  const tags = Array.from({ length: 21 }, String);
  expect([tagFilter.safeParse(tags.slice(1)).success, tagFilter.safeParse(tags).success]).toEqual([true, false]);
});
