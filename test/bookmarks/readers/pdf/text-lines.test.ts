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

/** Words in one row, from the left with a space between. */
function row(words: readonly string[], y = 700): TextPiece[] {
  let x = 100;
  return words.map((word) => {
    const placed = piece(word, x, y);
    x += 5 * word.length + 3;
    return placed;
  });
}

describe("a line that is written from right to left", () => {
  it.each([
    ["Hebrew", ["תה", "על", "ספר", "זה"], "זה ספר על תה"],
    ["Arabic", ["الشاي", "عن", "كتاب", "هذا"], "هذا كتاب عن الشاي"],
    ["with two words of another script", ["קפה", "go", "on", "תה"], "תה go on קפה"],
    ["with a number", ["תה", "2026", "על"], "על 2026 תה"],
    ["with a dash between two numbers", ["תה", "5", "-", "7", "על"], "על 5 - 7 תה"],
    ["with a sign at its end", [".", "תה", "על"], "על תה ."],
  ])("is read whole, in whichever order its file has the words: %s", (_what, fromTheLeft, expected) => {
    const placed = row(fromTheLeft);
    expect(texts(...placed)).toEqual([expected]);
    expect(texts(...placed.toReversed())).toEqual([expected]);
  });

  it("has letters that were placed one by one as words", () => {
    const letters = Array.from("הת", (letter, at) => piece(letter, 100 + 5 * at)).toReversed();
    expect(texts(...letters, piece("ספר", 82))).toEqual(["תה ספר"]);
  });

  it("begins at its right, and so does the page", () => {
    const lines = textLines([...row(["תה", "על"]), piece("קפה", 300), piece("עוד", 60, 688)], 1);
    expect(lines.map(({ text }) => text)).toEqual(["קפה", "על תה", "עוד"]);
    expect(lines[1]).toMatchObject({ start: -123, end: -100 });
  });

  it("in a page of another script is read the other way", () => {
    expect(texts(...row(["See", "ספר", "זה", "and", "more", "of", "these"]))).toEqual(["See זה ספר and more of these"]);
  });
});

describe("letters that are set apart", () => {
  it.each([
    ["V E L K O M M E N", "VELKOMMEN"],
    ["the R E A S O N S", "the REASONS"],
    ["Δ Ε Λ Τ Ι Ο", "ΔΕΛΤΙΟ"],
    ["表 紙 の 題", "表紙の題"],
    ["A B C D E", "A B C D E"],
    ["J. R. R. T", "J. R. R. T"],
    ["plan B or C", "plan B or C"],
    ["I am a", "I am a"],
  ])("%j is %j", (shown, expected) => {
    expect(texts(piece(shown, 100))).toEqual([expected]);
  });

  it("are words with the others of their line", () => {
    expect(texts(piece("V E L K O M M E N", 100), piece("T I L", 191))).toEqual(["VELKOMMEN TIL"]);
  });

  it("are words where each was placed alone, with spaces where the gaps are larger", () => {
    const places = [
      ...Array.from("REASONS", (letter, at) => piece(letter, 100 + 8 * at)),
      ...Array.from("STAY", (letter, at) => piece(letter, 162 + 8 * at)),
    ];
    expect(texts(...places)).toEqual(["REASONS STAY"]);
  });
});
