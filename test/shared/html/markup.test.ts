import { describe, expect, it } from "vitest";
import { closingTag, declarationEnd, foundFrom, tagEnd } from "../../../lambdas/shared/html/markup.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";
import { linearTimeViolation } from "../../hostile/cpu-time.ts";

/** The rest of a text after an index; null for -1. */
const after = (text: string, at: number) => (at === -1 ? null : text.slice(at));

describe("foundFrom", () => {
  it("finds the next match of a global pattern, and a match of a sticky one only at the index", () => {
    expect(foundFrom(/b/g, "abcb", 2)?.index).toBe(3);
    expect(foundFrom(/b/y, "abcb", 2)).toBeNull();
    // Whatever the pattern's `lastIndex` is.
    const pattern = /b/g;
    expect([foundFrom(pattern, "ab", 0)?.index, foundFrom(pattern, "ab", 0)?.index]).toEqual([1, 1]);
  });
});

describe("tagEnd", () => {
  it.each([
    ["<a>b", "b"],
    ["<a title=\"1 > 0\" alt = '>'>b", "b"],
    ["<a title=it's\">b", "b"],
    ["<a title=>b", "b"],
    ["<a alt = '>'x>b", "b"],
    ["<a title='>b", "b"],
    ["<a", null],
  ])("of %j leaves %j", (html, rest) => {
    expect(after(html, tagEnd(html, 2))).toBe(rest);
  });
});

describe("declarationEnd", () => {
  it.each([
    ["<!doctype html>a", "a"],
    ["<?x?>a", "a"],
    ["<!-- > -->a", "a"],
    ["<!-->a", "a"],
    ["<!--->a", "a"],
    ["<!-- a>", null],
    ["<!a", null],
  ])("of %j leaves %j", (html, rest) => {
    expect(after(html, declarationEnd(html, 0))).toBe(rest);
  });
});

describe("closingTag", () => {
  it.each([
    ["<style>a</styles></style>b", "</style>"],
    ["<style></STYLE\nx>b", "</STYLE\nx>"],
    ["<style>a</style/></style>", "</style/>"],
    ["<style>a</style", null],
    ["<style>a</style ", null],
  ])("of %j is %j", (html, tag) => {
    const found = closingTag(html, "style", "<style>".length);
    expect(found && html.slice(found.start, found.end)).toBe(tag);
  });

  it("takes linear time where no end tag is complete", async () => {
    const read = (html: string) => Array.from(markupTokens(html));
    const make = (size: number) => `<script>${"</script ".repeat((size - 8) / 9)}`;
    expect(await linearTimeViolation({ make, read }, 512 * 1_024)).toBeNull();
  });
});
