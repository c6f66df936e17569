import fc from "fast-check";
import { expect, it } from "vitest";
import { textPages } from "../../../lib/cli/mcp/text-pages.ts";

it("the pages of a text together are the text, none is longer than allowed, and no character is cut", () => {
  const words = fc.array(fc.constantFrom("a", "word ", "\n", "\n\n", "字", "🐦", "longer-than-a-page"), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 12 }), (parts, longest) => {
      const text = parts.join("");
      const pages = textPages(text, longest);
      expect(pages.join("")).toBe(text);
      for (const page of pages) {
        expect(page.length).toBeLessThanOrEqual(longest);
        expect(page.isWellFormed()).toBe(true);
        if (pages.length > 1) expect(page).not.toBe("");
      }
    }),
  );
});

it.each([
  ["a paragraph", "first part\n\nsecond part", 20, ["first part\n\n", "second part"]],
  ["a line", "first part\nsecond part", 20, ["first part\n", "second part"]],
  ["a word", "first part of it", 12, ["first part ", "of it"]],
  ["no word that is longer than half a page", "a bcdefghijkl", 10, ["a bcdefghi", "jkl"]],
  ["the end", "short", 10, ["short"]],
  ["nothing", "", 10, [""]],
])("ends a page at %s", (_, text, longest, pages) => expect(textPages(text, longest)).toEqual(pages));
