import { describe, expect, it } from "vitest";
import { heading } from "../../../../lambdas/bookmarks/readers/pdf/heading.ts";
import { paragraphs } from "../../../../lambdas/bookmarks/readers/pdf/paragraphs.ts";
import { readingOrder } from "../../../../lambdas/bookmarks/readers/pdf/reading-order.ts";
import { withoutRunningHeads } from "../../../../lambdas/bookmarks/readers/pdf/running-heads.ts";
import type { TextLine } from "../../../../lambdas/bookmarks/readers/pdf/text-lines.ts";

/** A line of 10 units that is 200 long. */
function line(text: string, y: number, more: Partial<TextLine> = {}): TextLine {
  return { text, page: 1, start: 100, end: 300, y, size: 10, ...more };
}
const textsOf = (lines: readonly TextLine[]) => lines.map(({ text }) => text);

describe("the heading of a page", () => {
  const large = { size: 20 };
  it.each([
    ["its first text in the largest font", [line("head", 700), line("Title", 680, large), line("text", 660)], "Title"],
    [
      "all lines of it",
      [line("The island", 700, large), line("and more", 680, { size: 19 }), line("x", 1)],
      "The island and more",
    ],
    ["not a smaller line", [line("The island", 700, large), line("and more", 680, { size: 18.9 })], "The island"],
    ["not what follows later", [line("One", 700, large), line("text", 680), line("Two", 660, large)], "One"],
    ["four lines at most", ["a1a", "b1b", "c1c", "d1d"].map((text) => line(text, 1, large)), "a1a b1b c1c d1d"],
    ["the first line of a page in one size", ["aa", "bb", "cc", "dd", "ee"].map((text) => line(text, 1)), "aa"],
    [
      "no initial and no number",
      [line("A", 700, { size: 40 }), line("12", 690, { size: 30 }), line("Title", 680)],
      "Title",
    ],
    ["without spaces in Japanese", [line("島の", 700, large), line("連絡船", 680, large)], "島の連絡船"],
    ["nothing of a page without words", [line("12", 700)], ""],
    ["nothing of a page without text", [], ""],
  ])("is %s", (_what, lines, expected) => {
    expect(heading(lines)).toBe(expected);
  });
});

describe("the paragraphs of lines", () => {
  const ferry = "The ferry goes twice a day";
  it.each([
    ["a usual step", [line("a", 700), line("b", 688), line("c", 676)], ["a b c"]],
    ["a larger step", [line("a", 700), line("b", 688), line("c", 676), line("d", 660)], ["a b c", "d"]],
    ["a step that is nearly as usual", [line("a", 700), line("b", 688), line("c", 676), line("d", 661)], ["a b c d"]],
    ["a larger font", [line("a", 700, { size: 11.3 }), line("b", 688)], ["a", "b"]],
    ["a font that is a little larger", [line("a", 700), line("b", 688, { size: 11.2 }), line("c", 676)], ["a b c"]],
    ["a smaller font", [line("a", 700), line("b", 688, { size: 8.8 })], ["a", "b"]],
    ["a bullet", [line("a", 700), line("• b", 688), line("● c", 676)], ["a", "• b", "● c"]],
    ["an indentation", [line("a", 700), line("b", 688), line("c", 676, { start: 109 })], ["a b", "c"]],
    ["a small indentation", [line("a", 700), line("b", 688), line("c", 676, { start: 108 })], ["a b c"]],
    ["the indented second line of an item", [line("• a", 700), line("b", 688, { start: 110 })], ["• a b"]],
    ["a short line", [line("a", 700, { end: 215 }), line("b", 688)], ["a", "b"]],
    ["a line that is not so short", [line("a", 700, { end: 220 }), line("b", 688)], ["a b"]],
    ["a short line that ends a sentence", [line("a.", 700, { end: 275 }), line("b", 688)], ["a.", "b"]],
    ["a sentence that ends near the edge", [line("a.", 700, { end: 280 }), line("b", 688)], ["a. b"]],
    ["a quotation that ends in a short line", [line("「a。」", 700, { end: 275 }), line("b", 688)], ["「a。」", "b"]],
    ["another page", [line("a", 100), line("b", 700, { page: 2 })], ["a b"]],
    ["another page after a sentence", [line("a.", 100), line("b", 700, { page: 2 })], ["a.", "b"]],
    ["another column", [line("a", 100), line("b", 700, { start: 400, end: 600 })], ["a b"]],
    ["another column after a sentence", [line("a!", 100), line("b", 700, { start: 400, end: 600 })], ["a!", "b"]],
    ["a divided word", [line(`${ferry} for un-`, 700), line("usual guests", 688)], [`${ferry} for unusual guests`]],
    ["a divided word in a short line", [line("un-", 700, { end: 120 }), line("usual", 688)], ["unusual"]],
    ["a hyphen before a capital letter", [line("north-", 700), line("East", 688)], ["north-East"]],
    [
      "a compound of two words",
      [line(`${ferry} by price-`, 700), line("determining factors", 688)],
      [`${ferry} by price-determining factors`],
    ],
    ["a word of parts that are words, too", [line("they under-", 700), line("stand it", 688)], ["they understand it"]],
    ["a compound that is elsewhere", [line("zip-zap and a zip-", 700), line("zap", 688)], ["zip-zap and a zip-zap"]],
    [
      "a divided word that is elsewhere",
      [line("a zipzap and a zip-", 700), line("zap", 688)],
      ["a zipzap and a zipzap"],
    ],
    ["the last part of a compound", [line("state-of-the-", 700), line("art", 688)], ["state-of-the-art"]],
    ["a number", [line("in the 20-", 700), line("year plan", 688)], ["in the 20-year plan"]],
    [
      "a hyphen that stands for a part of a word",
      [line("vracht-", 700), line("en verzendkosten", 688)],
      ["vracht- en verzendkosten"],
    ],
    ["a soft hyphen", [line("price\u00ad", 700), line("determining", 688)], ["pricedetermining"]],
    ["a divided word of no list", [line("Donaudampf-", 700), line("schifffahrt", 688)], ["Donaudampfschifffahrt"]],
    ["a dash", [line("a -", 700), line("b", 688)], ["a - b"]],
    ["two parts of one line", [line("a", 700), line("b", 702, { start: 320, end: 400 })], ["a b"]],
    ["two parts of a line after a sentence", [line("a.", 700), line("• b", 702, { start: 300, end: 400 })], ["a. • b"]],
    ["a sentence half a line above", [line("a.", 700), line("b", 695, { start: 320, end: 400 })], ["a.", "b"]],
    ["the only step", [line("a", 700), line("b", 660)], ["a", "b"]],
    [
      "steps that are large on their page",
      [line("a", 700), line("b", 671, { page: 2 }), ...[659, 647, 631].map((y) => line("c", y, { page: 2 }))],
      ["a b c c", "c"],
    ],
    ["a hyphen within a line", [line("a-", 700), line("b", 700, { start: 320, end: 400 })], ["a- b"]],
    ["a font that is larger than before", [line("a", 700), line("b", 688, { size: 11.3 })], ["a", "b"]],
    [
      "the same height of another page",
      [line("a.", 700), line("b", 700, { page: 2, start: 320, end: 400 })],
      ["a.", "b"],
    ],
    ["the same height further left", [line("a.", 700, { start: 400, end: 600 }), line("b", 700)], ["a.", "b"]],
    ["a column to the right", [line("a.", 100, { start: 400, end: 600 }), line("b", 700)], ["a.", "b"]],
    ["a page that ends further up", [line("a", 700), line("b", 100, { page: 2 })], ["a b"]],
    ["steps of two kinds", [line("a", 700), line("b", 688), line("c", 664), line("d", 652)], ["a b", "c d"]],
    [
      "lines in two parts",
      [700, 688, 676].flatMap((y) => [line("a", y), line("b", y, { start: 320, end: 520 })]),
      ["a b a b a b"],
    ],
    ["nothing", [], []],
  ])("after %s", (_what, lines, expected) => {
    expect(paragraphs(lines)).toEqual(expected);
  });
});

describe("running heads", () => {
  const page = (number: number, ...body: readonly string[]) => [
    line("A report", 770),
    ...body.map((text, index) => line(text, 700 - 12 * index)),
    line(`Page ${number}${" ".repeat(number)}`, 30),
  ];
  const pages = [1, 2, 3].map((number) => page(number, "k".repeat(number), "w".repeat(number), "h".repeat(number)));

  it("and page numbers are left out on three pages, whatever the order of the file", () => {
    const expected = pages.map((lines) => textsOf(lines.slice(1, -1)));
    expect(withoutRunningHeads(pages).map(textsOf)).toEqual(expected);
    expect(withoutRunningHeads(pages.map((lines) => lines.toReversed())).map(textsOf)).toEqual(
      expected.map((texts) => texts.toReversed()),
    );
    const mixed = pages.map((lines) => [1, 2, 0, 4, 3].flatMap((at) => lines[at] ?? []));
    expect(withoutRunningHeads(mixed).map(textsOf)).toEqual(expected);
  });

  it("are text on two pages, and on less than three pages of ten", () => {
    expect(withoutRunningHeads(pages.slice(0, 2)).map(textsOf)).toEqual(pages.slice(0, 2).map(textsOf));
    const others = Array.from({ length: 9 }, (_, index) => [
      line(`${"abcdefghi".charAt(index)}${"q".repeat(index)}`, 700),
    ]);
    const all = [...pages, ...others];
    expect(withoutRunningHeads(all).map(textsOf)).toEqual(all.map(textsOf));
  });

  it("are at the edges alone: a line in the middle is text", () => {
    const same = [1, 2, 3].map((number) =>
      ["b", "w", "same", "y", "z"].map((text, index) =>
        line(text === "same" ? text : text.repeat(number + index), 700 - index),
      ),
    );
    expect(withoutRunningHeads(same).map(textsOf)).toEqual(same.map(textsOf));
  });

  it("are numbered in Roman numerals, too", () => {
    const roman = ["iv", "v", "vi"].map((number, index) => [
      ...["k", "w", "h"].map((text, row) => line(text.repeat(index + row + 2), 700 - row)),
      line(number, 30),
    ]);
    expect(withoutRunningHeads(roman).map(textsOf)).toEqual(roman.map((lines) => textsOf(lines.slice(0, -1))));
  });

  it("stay if the page has nothing else", () => {
    const alike = [1, 2, 3].map(() => [line("A report", 770)]);
    expect(withoutRunningHeads(alike).map(textsOf)).toEqual(alike.map(textsOf));
  });
});

describe("columns", () => {
  const row = (side: string, number: number, more: Partial<TextLine> = {}) =>
    line(`the ${side} column in row ${number}`, 700 - 12 * number, more);
  const right = { start: 320, end: 520 };
  const rows = Array.from({ length: 6 }, (_, number) => number);
  const alternating = rows.flatMap((number) => [row("left", number), row("right", number, right)]);
  const ordered = [...rows.map((number) => row("left", number)), ...rows.map((number) => row("right", number, right))];

  it("whose lines alternate in the file are read one after the other", () => {
    expect(textsOf(readingOrder(alternating))).toEqual(textsOf(ordered));
  });

  const some = (numbers: readonly number[]) =>
    Array.from({ length: 10 }, (_, number) => number).flatMap((number) => [
      row("left", number),
      ...(numbers.includes(number) ? [row("right", number, right)] : []),
    ]);
  const mirrored = (lines: readonly TextLine[]) =>
    lines.map((each) => ({ ...each, start: 620 - each.end, end: 620 - each.start }));

  it.each([
    ["begin where the others end", alternating.map((each) => (each.start === 320 ? { ...each, start: 300 } : each))],
    ["have eight lines", alternating.slice(0, 8)],
    ["have a fifth of the lines at the right", some([2, 5]).slice(0, 10)],
    ["have a fifth of the lines at the left", mirrored(some([2, 5]).slice(0, 10))],
    [
      "are short, and filled by three fifths",
      alternating.map((each, index) => ({
        ...each,
        text: each.text.slice(-10),
        end: index > 1 ? each.start + 120 : each.end,
      })),
    ],
  ])("that %s are read one after the other, too", (_what, lines) => {
    const [left, others] = [true, false].map((isLeft) => lines.filter(({ start }) => start < 300 === isLeft));
    expect(readingOrder(lines)).toEqual([...(left ?? []), ...(others ?? [])]);
  });

  it("are parted where the fewest lines run across", () => {
    const outdented = alternating.map((each) => {
      if (each.start === 100) return each.text.endsWith("5") ? { ...each, end: 310 } : each;
      return /[23]$/.test(each.text) ? { ...each, start: 305 } : each;
    });
    const parted = [...ordered.slice(0, 5), ...ordered.slice(6, 11), ...alternating.slice(-2)];
    expect(textsOf(readingOrder(outdented))).toEqual(textsOf(parted));
  });

  it("are read above and below a line that runs across both", () => {
    const title = line("A title across", 720, { end: 520 });
    const middle = line("A caption across", 700 - 12 * 3 + 6, { end: 520 });
    const foot = line("A foot across", 100, { end: 520 });
    const above = [0, 1, 2];
    const below = [3, 4, 5];
    const expected = [
      title,
      ...above.map((number) => row("left", number)),
      ...above.map((number) => row("right", number, right)),
      middle,
      ...below.map((number) => row("left", number)),
      ...below.map((number) => row("right", number, right)),
      foot,
    ];
    expect(textsOf(readingOrder([...alternating, foot, title, middle]))).toEqual(textsOf(expected));
  });

  it.each([
    [
      "are there one after the other",
      [0, 3].flatMap((first) => [...ordered.slice(6 + first, 9 + first), ...ordered.slice(first, 3 + first)]),
    ],
    [
      "are there one after the other, with lines across both",
      ordered.flatMap((each, index) =>
        index < 3 ? [each, line(`across ${index}`, each.y - 6, { end: 520 })] : [each],
      ),
    ],
    ["have less than a fifth of the lines at the right", some([2, 5])],
    ["have less than a fifth of the lines at the left", mirrored(some([2, 5]))],
    ["have fewer than eight lines", alternating.slice(0, 7)],
    ["are cells of a table, which are short", alternating.map((each) => ({ ...each, text: each.text.slice(0, 9) }))],
    [
      "are cells of a table, which do not fill it",
      alternating.map((each, index) => ({ ...each, end: index > 1 ? each.start + 100 : each.end })),
    ],
    [
      "have too many lines across both",
      [...alternating, ...rows.map((number) => line("across", 1 - number, { end: 520 }))],
    ],
    [
      "are three, as in a table",
      rows.flatMap((number) => [
        row("left", number),
        row("middle", number, right),
        row("right", number, { start: 540, end: 740 }),
      ]),
    ],
    ["are no columns", rows.concat(6, 7, 8).map((number) => row("only", number))],
  ])("stay in the order of the file where they %s", (_what, lines) => {
    expect(textsOf(readingOrder(lines))).toEqual(textsOf(lines));
  });
});
