import { describe, expect, it } from "vitest";
import { pdfContent } from "../../../../lambdas/bookmarks/readers/pdf/pdf-content.ts";
import { japaneseFont, lines, pdfFile, utf16 } from "./pdf-file.ts";

const HARVEST = "The harvest of the first flush was a tenth larger than a year before.";
/** A heading of 12 units by these operators, above a line of text. */
const page = (heading: string, text = lines([HARVEST], { y: 640 })) =>
  `BT /F1 12 Tf 72 740 Td 16 TL\n${heading} 0 Tc 0 Tw 100 Tz\nET\n${text}`;
async function textOf(heading: string, font?: string) {
  const shown = font === undefined ? page(heading) : page(heading, "");
  const outcome = await pdfContent(new Uint8Array(pdfFile({ pages: [shown], ...(font && { font }) })));
  if (outcome.kind !== "page") throw new Error(outcome.code);
  return outcome.content.text.replace(`\n${HARVEST}`, "");
}
/** Each letter of a text by an operator of its own, after a step; a space is a larger step. */
const stepped = (text: string, step: number, space: number) =>
  text
    .split(" ")
    .map((word) => Array.from(word, (letter) => `(${letter}) Tj ${step} 0 Td`).join(" "))
    .join(` ${space} 0 Td `);
/** The letters of a text with an offset after each, in thousandths of the font's size. */
const offset = (text: string, tracking: number, space: number) =>
  `[${Array.from(text, (sign) => (sign === " " ? -space : `(${sign}) ${-tracking}`)).join(" ")}] TJ`;

describe("words of a PDF file are whole", () => {
  it.each([
    ["beside character spacing that makes a space", "(sen) Tj 3 Tc (dt) Tj 0 Tc [(oT) 0 (ea)] TJ", "send toTea"],
    ["beside one that is taken back", "(sen) Tj 3 Tc [(dt) 300] TJ 0 Tc (o us) Tj", "send to us"],
    ["with little character spacing", "1.3 Tc (Tea and weather) Tj", "Tea and weather"],
    ["with wide character spacing", "3 Tc (VELKOMMEN TIL) Tj", "VELKOMMEN TIL"],
    ["with wider character spacing and a short word", "4 Tc (WE GO ON) Tj", "WE GO ON"],
    ["of two letters with character spacing", "3 Tc (OK) Tj", "OK"],
    [
      "with character spacing in a part of the line",
      "(See ) Tj 3 Tc (REASONS) Tj 0 Tc ( below) Tj",
      "See REASONS below",
    ],
    ["with a number", "3 Tc (REPORT 2026) Tj", "REPORT 2026"],
    ["in small letters", "2 Tc (tracked words are words) Tj", "tracked words are words"],
    ["with offsets", offset("VELKOMMEN TIL", 250, 300), "VELKOMMEN TIL"],
    ["with offsets of different widths", "[(A) -200 (N) -230 (S) -190 (A) -260 (T) -210 (T) -190 (E)] TJ", "ANSATTE"],
    ["with offsets and signs for spaces", "[(W) -250 (E) -250 ( ) -250 (S) -250 (T) -250 (A) -250 (Y)] TJ", "WE STAY"],
    ["that were placed letter by letter", stepped("REASONS STAY", 12, 6), "REASONS STAY"],
    ["in a condensed font", "60 Tz 3 Tc (VELKOMMEN TIL) Tj", "VELKOMMEN TIL"],
    ["in a scaled text matrix", "/F1 1 Tf 12 0 0 12 72 740 Tm 0.25 Tc (VELKOMMEN TIL) Tj", "VELKOMMEN TIL"],
    [
      "with spacing that is kept over a saved state",
      "3 Tc (VELKOMMEN) Tj ET q BT /F1 12 Tf 72 700 Td 0 Tc (to us) Tj ET Q BT 72 680 Td (TIL) Tj",
      "VELKOMMEN\nto us TIL",
    ],
  ])("%s", async (_what, operators, expected) => {
    expect(await textOf(operators)).toBe(expected);
  });

  it.each([
    ["narrow spaces of a full line", "-0.5 Tw (narrow spaces in a full line) Tj", "narrow spaces in a full line"],
    ["offsets in place of spaces", "[(tea) -250 (is) -230 (a) -260 (plant) -250 (x)] TJ", "tea is a plant x"],
    ["two words of one letter", "[(for) -330 (a) -330 (C) -330 (code)] TJ", "for a C code"],
    ["what follows spaced letters", "3 Tc (REASONS) Tj 0 Tc (to stay) Tj", "REASONS to stay"],
    ["an alphabet of offsets", "[(A) -300 (B) -300 (C) -300 (D) -300 (E)] TJ", "A B C D E"],
    ["initials", "(J R Tolk and x y) Tj", "J R Tolk and x y"],
    ["two letters by an offset", "[(A) -300 (K)] TJ", "A K"],
  ])("and stay apart: %s", async (_what, operators, expected) => {
    expect(await textOf(operators)).toBe(expected);
  });

  it.each([
    ["character spacing", `3 Tc ${utf16("表紙の題")} Tj`, "表紙の題"],
    ["character spacing and a sign for a space", `2 Tc ${utf16("表紙の題 とお茶")} Tj`, "表紙の題とお茶"],
    ["offsets", `[${Array.from("紅茶の本", utf16).join(" -200 ")}] TJ`, "紅茶の本"],
    ["character spacing on two signs", `4 Tc ${utf16("紅茶")} Tj`, "紅茶"],
  ])("in Japanese, with %s", async (_what, operators, expected) => {
    expect(await textOf(operators, japaneseFont())).toBe(expected);
  });
});
