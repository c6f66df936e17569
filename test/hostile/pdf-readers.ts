import { OPS } from "pdfjs-dist/legacy/build/pdf.min.mjs";
import { glyphGaps } from "../../lambdas/bookmarks/readers/pdf/glyph-gaps.ts";
import { mayBeSetApart, withoutLetterSpacing } from "../../lambdas/bookmarks/readers/pdf/letter-spacing.ts";
import { asksForOtherProgram } from "../../lambdas/bookmarks/readers/pdf/other-program.ts";
import { pageTexts } from "../../lambdas/bookmarks/readers/pdf/page-texts.ts";
import { textLines } from "../../lambdas/bookmarks/readers/pdf/text-lines.ts";
import type { Reader } from "./reader.ts";

const PLACED = /[^\n\t\f\r]+|[\n\t\f\r]/g;

/** A text at places of pages: a line feed goes down, a tab to the right, a return to the left, a form feed to the next page. */
function placed(text: string) {
  const pages: Parameters<typeof textLines>[0][] = [];
  let page: { str: string; transform: number[]; width: number; height: number; isVertical: boolean }[] = [];
  let [x, y] = [0, 0];
  for (const [piece] of text.matchAll(PLACED)) {
    if (piece === "\n") y -= 12;
    else if (piece === "\r") x = 0;
    else if (piece === "\t") x += 20;
    else if (piece === "\f") {
      pages.push(page);
      page = [];
      [x, y] = [0, 0];
    } else {
      const width = 5 * piece.length;
      page.push({ str: piece, transform: [10, 0, 0, 10, x, y], width, height: 10, isVertical: false });
      x += width;
    }
  }
  return [...pages, page];
}

/** A text as operators: a line feed moves to the next line, a tab sets letters apart, a return together. */
function operators(text: string) {
  const shown = (text.match(PLACED) ?? []).map((piece): readonly [number, readonly unknown[]] => {
    if (piece === "\n") return [OPS.moveText, [0, -12]];
    if (piece.trim() === "" && piece !== " ") return [OPS.setCharSpacing, [piece === "\t" ? 3 : 0]];
    const glyphs = Array.from(piece, (unicode) => ({ unicode, width: 500, isSpace: unicode === " " }));
    return [OPS.showText, [glyphs]];
  });
  const all = [[OPS.setFont, ["F1", 10]] as const, ...shown];
  return { fnArray: all.map(([operator]) => operator), argsArray: all.map(([, args]) => args) };
}

/** The readers of what pdf.js finds in PDF files. */
export const PDF_READERS: readonly Reader[] = [
  {
    name: "the places of a PDF file's text",
    functions: ["lambdas/bookmarks/worker.ts"],
    covers: ["heading", "line-break", "line-order", "other-program", "paragraphs", "running-heads", "text-lines"].map(
      (name) => `lambdas/bookmarks/readers/pdf/${name}.ts`,
    ),
    // Of 1,000,000 code units: a file has that many only as lines, of which each has more than one.
    limit: 500_000,
    tokens: [
      "word ",
      "\r\n",
      "\n",
      "\t\t",
      "\f",
      "a-\r\n",
      ".",
      "”",
      "12",
      "漢",
      "︒",
      " ",
      "תה",
      "a ",
      "please wait ",
    ],
    frames: [["", ""]],
    read: (text) => {
      const texts = pageTexts(placed(text).map((page, index) => textLines(page, index)));
      return asksForOtherProgram(texts.text, { pages: 1, isMadeForm: false, hasOtherContent: true });
    },
  },
  {
    name: "the gaps between the letters of a PDF file",
    functions: ["lambdas/bookmarks/worker.ts"],
    covers: ["glyph-gaps", "letter-spacing"].map((name) => `lambdas/bookmarks/readers/pdf/${name}.ts`),
    limit: 500_000,
    tokens: ["word ", "\n", "\t", "\r", "a", "b", " ", "a ", "漢", "ﬁ", "1", "\u0301", "\tabc\r"],
    frames: [
      ["", ""],
      ["\t", ""],
    ],
    read: (text) => {
      const items = text.split("\n").map((line) => ({ str: line.split("").join(" ") }));
      const isSpaced = items.some(({ str }) => mayBeSetApart(str));
      return [isSpaced, withoutLetterSpacing(items, glyphGaps(operators(text)))];
    },
  },
];
