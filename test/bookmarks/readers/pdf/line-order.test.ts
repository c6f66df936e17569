import { describe, expect, it } from "vitest";
import type { TextPiece } from "../../../../lambdas/bookmarks/readers/pdf/text-lines.ts";
import { textLines } from "../../../../lambdas/bookmarks/readers/pdf/text-lines.ts";

const SIZE = 10;
function piece(str: string, x: number, y = 700): TextPiece {
  return { str, transform: [SIZE, 0, 0, SIZE, x, y], width: 5 * str.length, height: SIZE, isVertical: false };
}
const texts = (...pieces: readonly TextPiece[]) => textLines(pieces, 1).map(({ text }) => text);

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
