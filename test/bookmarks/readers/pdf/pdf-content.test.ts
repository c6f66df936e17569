import { describe, expect, it } from "vitest";
import { pdfContent } from "../../../../lambdas/bookmarks/readers/pdf/pdf-content.ts";
import type { PdfFile } from "./pdf-file.ts";
import { encryptedFile, japaneseFont, lines, packed, pdfFile, utf16 } from "./pdf-file.ts";

/** The content of a file; fails for one that can't be read. */
async function contentOf(file: PdfFile) {
  const outcome = await pdfContent(new Uint8Array(pdfFile(file)));
  if (outcome.kind !== "page") throw new Error(outcome.code);
  return outcome.content;
}

const paragraphsOf = async (...pages: readonly string[]) => (await contentOf({ pages })).text.split("\n");
const japanese = (...pages: readonly string[]): PdfFile => ({ font: japaneseFont(), pages });

/** A file in which this object is damaged. */
const withoutObject = (number: number, file: PdfFile) =>
  new Uint8Array(
    Buffer.from(pdfFile(file).toString("latin1").replace(`\n${number} 0 obj`, `\n${number} 0 xbj`), "latin1"),
  );

const FERRY = "The ferry to the island leaves twice a day and takes about an hour,";
const WINTER = "and in winter the waves are so high that it does not leave at all.";

describe("the text of a PDF file", () => {
  it("has its lines joined to paragraphs, which larger steps and indentations part", async () => {
    // As long as the line after it, so that its end says nothing.
    const end = `${FERRY} as they say.`;
    expect(
      await paragraphsOf(
        [
          lines(["Ferry times"], { y: 740, size: 18 }),
          lines([FERRY, end], { y: 700 }),
          lines([FERRY, end], { y: 640 }),
          lines([FERRY], { y: 616, x: 84 }),
          lines([end, "The island has a harbour and a school, as it says.", FERRY], { y: 604 }),
        ].join("\n"),
      ),
    ).toEqual([
      "Ferry times",
      `${FERRY} ${end}`,
      `${FERRY} ${end}`,
      `${FERRY} ${end} The island has a harbour and a school, as it says.`,
      FERRY,
    ]);
  });

  it("has words whole that were divided at the end of a line", async () => {
    expect(await paragraphsOf(lines([`${FERRY} which is an uncom-`, "mon time for so short a way."]))).toEqual([
      `${FERRY} which is an uncommon time for so short a way.`,
    ]);
  });

  it("keeps the items of a list apart", async () => {
    const items = lines(["\x95 Bread, and all that one needs for", "\x95 Water"], { y: 700 });
    expect(await paragraphsOf(items)).toEqual(["• Bread, and all that one needs for", "• Water"]);
  });

  it("continues from page to page, without headers, footers and page numbers", async () => {
    const page = (number: number, text: string) =>
      [
        lines(["A report about ferries"], { y: 770, size: 8 }),
        lines([text]),
        lines([`Page ${number} of 3`], { y: 30, x: 300 }),
      ].join("\n");
    expect(await paragraphsOf(page(1, FERRY), page(2, WINTER), page(3, "It is small."))).toEqual([
      `${FERRY} ${WINTER}`,
      "It is small.",
    ]);
  });

  const left = Array.from({ length: 12 }, (_, index) => `the left column goes on ${index}`);
  const right = left.map((text) => text.replace("left", "right"));
  const title = lines(["A title over both columns of the page, which is as wide"], { y: 740, size: 16 });

  it.each([
    ["one after the other", `${lines(left)}\n${lines(right, { x: 250 })}`],
    [
      "line by line across both",
      left
        .map(
          (text, row) =>
            `${lines([text], { y: 720 - 12 * row })}${lines([right[row] ?? ""], { x: 250, y: 720 - 12 * row })}`,
        )
        .join("\n"),
    ],
  ])("is read column by column where the file has them %s", async (_, columns) => {
    const text = await paragraphsOf(`${title}\n${columns}`);
    expect(text.slice(1).join(" ")).toBe([...left, ...right].join(" "));
  });

  it("keeps the rows of a table together", async () => {
    const rows = Array.from({ length: 12 }, (_, row) => [`Item ${row}`, `${row}.50`]);
    const table = rows.map(([item = "", price = ""], row) => {
      const y = 700 - 12 * row;
      return `${lines([item], { y })}\n${lines([price], { y, x: 400 })}`;
    });
    const text = await paragraphsOf(table.join("\n"));
    expect(text.join(" ")).toBe(rows.map((cells) => cells.join(" ")).join(" "));
  });

  const JAPANESE = ["島への連絡船は一日に二便あり、片道およそ一時間で", "す。冬は波が高く、欠航する日もあります。"];

  it("has no title above it once more", async () => {
    const { title, html } = await contentOf({
      pages: [`${lines(["Ferry times"], { y: 740, size: 18 })}\n${lines([FERRY, WINTER], { y: 700 })}`],
    });
    expect([title, html]).toEqual(["Ferry times", `<p>${FERRY} ${WINTER}</p>`]);
  });

  it("is Japanese without spaces, by the character maps of the package", async () => {
    const title = lines(["島の連絡船"], { y: 740, size: 18, encode: utf16 });
    const content = await contentOf(japanese(`${title}\n${lines(JAPANESE, { y: 700, encode: utf16 })}`));
    const text = `島の連絡船\n${JAPANESE.join("")}`;
    expect(content).toMatchObject({ title: "島の連絡船", language: "ja", text });
    expect(content.html).toBe(`<p>${JAPANESE.join("")}</p>`);
  });

  it("is Japanese in an old encoding", async () => {
    const encode = () => "<938782cc98418d919144>";
    const { text } = await contentOf({ font: japaneseFont("90ms-RKSJ-H"), pages: [lines(["連絡"], { encode })] });
    expect(text).toBe("島の連国船");
  });

  it("is Japanese from top to bottom, in signs that are searched, with paragraphs where a column is left out", async () => {
    const columns = ["島への連絡船は一日に二便、", "片道およそ一時間", "", "島は小さい。"];
    const shown = columns.map((text, index) => `1 0 0 1 ${500 - 15 * index} 700 Tm ${utf16(text)} Tj`).join("\n");
    const font = japaneseFont("UniJIS-UTF16-V");
    const { text } = await contentOf({ font, pages: [`BT /F1 10 Tf ${shown} ET`] });
    expect(text).toBe("島への連絡船は一日に二便、片道およそ一時間\n島は小さい。");
  });

  it("is that of the first 200 pages, and marked as truncated", async () => {
    const pages = Array.from({ length: 203 }, (_, index) => lines([`This is part ${index + 1} of it.`]));
    const { text, truncated } = await contentOf({ pages, stream: packed });
    expect(text).toContain("part 200 of");
    expect(text).not.toContain("part 201 of");
    expect(truncated).toBe(true);
    expect(await contentOf({ pages: pages.slice(0, 3) })).toMatchObject({ truncated: false });
  });

  it("is that of the pages that can be read", async () => {
    const page = lines([FERRY]);
    const stream = (content: string, object: number) => packed(object < 8 ? content.slice(0, 9) : content);
    expect(await contentOf({ pages: ["(((", page], stream })).toMatchObject({ text: FERRY });
    const damaged = withoutObject(6, { pages: [page, page] });
    expect(await pdfContent(damaged)).toMatchObject({ content: { text: FERRY } });
  });
});

describe("a PDF file's own words about itself", () => {
  const page = `${lines(["The island", "and its ferry"], { y: 740, size: 20, step: 24 })}\n${lines([FERRY, WINTER], { y: 640 })}`;

  it("are its title, author and language", async () => {
    const info = "/Title(All ferries)/Author(Jane Doe)";
    expect(await contentOf({ pages: [page], info, catalog: "/Lang(de-DE)" })).toEqual({
      title: "All ferries",
      siteName: null,
      author: "Jane Doe",
      description: null,
      language: "de",
      imageUrl: null,
      iconUrls: [],
      dir: null,
      text: `The island and its ferry\n${FERRY} ${WINTER}`,
      html: `<p>The island and its ferry</p><p>${FERRY} ${WINTER}</p>`,
      truncated: false,
    });
  });

  it("have their title in either of two places", async () => {
    const title = `<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:li>All ferries</rdf:li></dc:title>`;
    const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${title}</rdf:Description></rdf:RDF>`;
    const metadata = `<</Type/Metadata/Subtype/XML/Length ${xml.length}>>stream\n${xml}\nendstream`;
    const file = { pages: [page], catalog: "/Metadata 5 0 R", objects: [metadata] };
    expect(await contentOf(file)).toMatchObject({ title: "All ferries" });
  });

  it("give way to the first heading where they are damaged", async () => {
    const file = { pages: [page], info: "/Title 5 0 R", objects: ["(All ferries)"] };
    expect(await pdfContent(withoutObject(5, file))).toMatchObject({ content: { title: "The island and its ferry" } });
  });

  it.each([
    [""],
    ["/Title()"],
    ["/Title(Microsoft Word - report final.docx)"],
    ["/Title(untitled)"],
    ["/Title(x.tex)"],
    ["/Title(Slide 1)"],
    ["/Title<FEFF0050006F0077006500720050006F0069006E0074002030D730EC30BC30F330C630FC30B730E730F3>"],
  ])("give way to the first heading where they are %j", async (info) => {
    expect(await contentOf({ pages: [page], info })).toMatchObject({ title: "The island and its ferry" });
  });
});

describe("a PDF file that can't be read", () => {
  const secret = [lines(["Secret"])];

  it.each([
    ["pdf_encrypted", "that asks for a password", encryptedFile(secret, "password")],
    ["pdf_without_text", "with nothing but pictures", pdfFile({ pages: ["0 0 100 100 re f"] })],
    ["pdf_without_text", "with page numbers alone", pdfFile({ pages: [lines(["12"])] })],
    ["pdf_without_text", "without pages", pdfFile({ pages: [] })],
    ["pdf_broken", "without objects", Buffer.from("%PDF-1.7\n%%EOF\n")],
    ["pdf_broken", "that is none", Buffer.from("<!doctype html>")],
    ["pdf_broken", "that is empty", Buffer.alloc(0)],
  ])("is %s: one %s", async (code, _, bytes) => {
    expect(await pdfContent(new Uint8Array(bytes))).toEqual({ kind: "permanent", code });
  });

  it("is read if only its owner has a password", async () => {
    expect(await pdfContent(new Uint8Array(encryptedFile(secret, "")))).toMatchObject({ content: { text: "Secret" } });
  });
});
