import { describe, expect, it } from "vitest";
import { searchOperators } from "../../../../client/search.ts";
import type { KnownValues } from "../../../../console/parts/search/suggestions.ts";
import { partStart, suggestionsFor } from "../../../../console/parts/search/suggestions.ts";

const KNOWN: KnownValues = {
  operators: searchOperators,
  tags: ["work", "Web Design", "tea", 'the "best"'],
  hosts: ["blog.example", "tea.example"],
  today: "2026-11-20",
};
const OF_BOOKS: KnownValues["operators"] = ["site", "after", "before"];
const suggested = (part: string, known = KNOWN) => suggestionsFor(part, known).map(({ text }) => text);

describe("the suggestions", () => {
  it.each([
    ["", ["tag:", "site:", "after:", "before:", "is:"]],
    ["-", ["-tag:", "-site:", "-after:", "-before:", "-is:"]],
    ["be", ["before:"]],
    ["te", ["tag:tea", "site:tea.example"]],
    ["tag:w", ["tag:work", 'tag:"Web Design"']],
    ['-tag:"web d', ['-tag:"Web Design"']],
    ['tag:"web d"', ['tag:"Web Design"']],
    ["tag:the", []],
    ["SITE:bl", ["site:blog.example"]],
    ["is:d", ["is:duplicate"]],
    ["is:duplicate", []],
    ['is:" fa', ["is:failed"]],
    ["fail", []],
    ['a"b', []],
    ["after:", ["after:2026-11-20", "after:2026-11-01", "after:2026-01-01"]],
    ["before:2026-11-2", ["before:2026-11-20"]],
    ["https://te", []],
    ["note:te", []],
  ])("for %j", (part, texts) => {
    expect(suggested(part)).toEqual(texts);
  });

  it("are few for a word, and more for the value of an operator", () => {
    const many = Array.from({ length: 9 }, (_, index) => `owls${index}`);
    const known = { ...KNOWN, tags: many, hosts: many };
    expect(suggested("owls", known)).toEqual([
      ...["tag:owls0", "tag:owls1", "tag:owls2"],
      ...["site:owls0", "site:owls1", "site:owls2"],
    ]);
    expect([suggested("tag:", known).length, suggested("site:", known).length]).toEqual([8, 8]);
  });

  it("of books name neither tags nor states", () => {
    expect(suggested("", { ...KNOWN, operators: OF_BOOKS })).toEqual(["site:", "after:", "before:"]);
    expect(suggested("tag:", { ...KNOWN, operators: OF_BOOKS })).toEqual([]);
  });
});

it("the part at the caret begins after white space before it that is not in quotes", () => {
  for (const [before, part, after] of [
    ["owls tag:w", "tag:w", ""],
    ['owls -tag:"web d', '-tag:"web d', ""],
    ["owls　is:", "is:", ""],
    ["owls ", "", ""],
    ["owls te", "te", " hens"],
  ] as const) {
    expect(before.slice(partStart(before + after, before.length))).toBe(part);
  }
});
