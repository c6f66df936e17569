import { expect, it } from "vitest";
import { InlineMarks, withoutMarks } from "../../../lambdas/bookmarks/readers/inline-marks.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";

/** The markup that is restored of a text whose tags are marks. */
function restored(html: string): string {
  const marks = new InlineMarks();
  let text = "";
  for (const token of markupTokens(html)) {
    if (token.kind === "text") text += token.text;
    if (token.kind === "start" || token.kind === "end") text += marks.ofTag(token);
  }
  return marks.restored(text);
}

/** More than a page may have different ones. */
const MARKUPS = Array.from({ length: 21_953 }, (_, index) => `<time datetime="${index}">`);

it("restores each of 21,952 pieces of markup, and loses further ones", () => {
  const marks = new InlineMarks();
  const text = MARKUPS.map((markup) => marks.of(markup)).join("-");
  expect(marks.restored(text)).toBe([...MARKUPS.slice(0, -1), ""].join("-"));
  expect(withoutMarks(text)).toBe("-".repeat(MARKUPS.length - 1));
});

it("has one mark for equal markup", () => {
  const marks = new InlineMarks();
  const [one, other] = [marks.of("<em>"), marks.of("<strong>")];
  expect([marks.of("<em>"), marks.of("<strong>")]).toEqual([one, other]);
  expect(one).not.toBe(other);
});

it.each([
  ["<i>a</i>", "<em>a</em>"],
  ["<u>a</u>", "a"],
  ["<span>a</span>", "a"],
  ['<span lang="ja">a<span class=x>b</span>c</span>d', '<span lang="ja">abc</span>d'],
  ['<span>a<span dir="rtl">b</span>c</span>', 'a<span dir="rtl">b</span>c'],
  ["a</span>", "a"],
  ['<abbr title="&quot;b" class=c>a</abbr>', '<abbr title="&quot;b">a</abbr>'],
])("keeps the part of %s that a content may hold: %s", (html, expected) => {
  expect(restored(html)).toBe(expected);
});

it("leaves out an attribute of more than 2,000 code units", () => {
  const abbreviation = (length: number) => `<abbr title="${"b".repeat(length)}">a</abbr>`;
  expect(restored(abbreviation(2_000))).toBe(abbreviation(2_000));
  expect(restored(abbreviation(2_001))).toBe("<abbr>a</abbr>");
});
