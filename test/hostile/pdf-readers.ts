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
];
