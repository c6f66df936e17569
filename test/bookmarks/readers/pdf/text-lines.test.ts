import { describe, expect, it } from "vitest";
import type { TextPiece } from "../../../../lambdas/bookmarks/readers/pdf/text-lines.ts";
import { between, textLines } from "../../../../lambdas/bookmarks/readers/pdf/text-lines.ts";

/** A piece of text of 10 units, at a place of the page; each sign is half as wide as it is high. */
function piece(str: string, x: number, y = 700, more: Partial<TextPiece> = {}): TextPiece {
  return { str, transform: [10, 0, 0, 10, x, y], width: 5 * str.length, height: 10, isVertical: false, ...more };
}
const texts = (...pieces: readonly TextPiece[]) => textLines(pieces, 1).map(({ text }) => text);

describe("pieces of text", () => {
  // The first one ends at 20.
  it.each([
    ["at once", 20, ["abcdef"]],
    ["nearly at once", 21.4, ["abcdef"]],
    ["after a space", 21.5, ["abcd ef"]],
    ["after a wide space", 31.9, ["abcd ef"]],
    ["in another column", 32, ["abcd", "ef"]],
    ["less than a sign's width before", 10.1, ["abcdef"]],
    ["a sign's width before", 10, ["abcd", "ef"]],
  ])("that follow %s, at %d, are %j", (_where, x, expected) => {
    expect(texts(piece("abcd", 0), piece("ef", x))).toEqual(expected);
  });

  it.each([
    [704.9, ["abcd2"]],
    [705, ["abcd", "2"]],
    [695.1, ["abcd2"]],
    [695, ["abcd", "2"]],
  ])("above and below the line at 700 are a part of it, at %d: %j", (y, expected) => {
    expect(texts(piece("abcd", 0), piece("2", 20, y))).toEqual(expected);
  });

  it("make a line with the place and the size of the longest one", () => {
    const small = { transform: [6, 0, 0, 6, 20, 704], width: 3 };
    const line = { text: "abcd2", page: 3, start: 0, end: 23, y: 700, size: 10 };
    expect(textLines([piece("abcd", 0), piece("2", 20, 704, small)], 3)).toEqual([line]);
    const first = piece("2", -3, 704, { transform: [6, 0, 0, 6, -3, 704], width: 3 });
    expect(textLines([first, piece("abcd", 0)], 3)).toEqual([{ ...line, text: "2abcd", start: -3, end: 20 }]);
  });

  it("have a space between each two by the letters at its sides", () => {
    expect(texts(piece("a", 0), piece("島", 5), piece("の", 12))).toEqual(["a島の"]);
    expect(texts(piece("島", 0), piece("a", 5), piece("の", 12))).toEqual(["島a の"]);
  });

  it("that go back within a line leave its end", () => {
    expect(textLines([piece("abcd", 0), piece("e", 12)], 1)).toMatchObject([{ start: 0, end: 20 }]);
  });

  it.each([
    ["white space", { str: "  " }],
    ["without a size", { transform: [0, 0, 0, 0, 0, 700] }],
    ["without a direction", { transform: [0, 0, 0, 10, 0, 700] }],
    ["without a height", { transform: [10, 0, 0, 0, 0, 700] }],
    ["without a place", { transform: [10, 0, 0, 10, Number.NaN, 700] }],
    ["of no width that is a number", { width: Number.NaN }],
    ["without a transform", { transform: [] }],
  ])("are left out that are %s", (_what, more) => {
    expect(texts(piece("abcd", 0), piece("ef", 20, 700, more), piece("gh", 20))).toEqual(["abcdgh"]);
  });

  it("in a turned page run along its text", () => {
    // Upwards, with the next line to the right.
    const up = (str: string, x: number, y: number) => piece(str, 0, 0, { transform: [0, 10, -10, 0, x, y] });
    expect(textLines([up("abcd", 300, 100), up("ef", 300, 120), up("gh", 312, 100)], 1)).toMatchObject([
      { text: "abcdef", start: 100, end: 130, y: -300, size: 10 },
      { text: "gh", y: -312 },
    ]);
  });

  it("from top to bottom follow one another downwards, and columns to the left", () => {
    const down = (str: string, x: number, y: number) =>
      piece(str, x, y, { isVertical: true, width: 10, height: 10 * str.length });
    expect(textLines([down("島の", 500, 700), down("船", 500, 680), down("冬", 485, 700)], 1)).toMatchObject([
      { text: "島の船", start: -700, end: -670, y: 500, size: 10 },
      { text: "冬", start: -700, y: 485 },
    ]);
  });

  it("have signs that are searched in place of those that only fonts have", () => {
    expect(texts(piece("\ufb01nd \u2f42", 0))).toEqual(["find 文"]);
  });
});

it.each([
  ["a", "b", " "],
  ["a ", "b", ""],
  ["a", " b", ""],
  ["島", "の", ""],
  ["島", "b", " "],
  ["a", "の", " "],
  ["ab島", "のb", ""],
])("the separator between %j and %j is %j", (before, after, expected) => {
  expect(between(before, after)).toBe(expected);
});
