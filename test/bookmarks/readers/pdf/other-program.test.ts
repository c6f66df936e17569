import { describe, expect, it } from "vitest";
import { asksForOtherProgram } from "../../../../lambdas/bookmarks/readers/pdf/other-program.ts";
import { pdfContent } from "../../../../lambdas/bookmarks/readers/pdf/pdf-content.ts";
import type { PdfFile } from "./pdf-file.ts";
import { lines, pdfFile } from "./pdf-file.ts";

const read = (file: PdfFile) => pdfContent(new Uint8Array(pdfFile(file)));
const WITHOUT_TEXT = { kind: "permanent", code: "pdf_without_text" };
const WAIT = ["Please wait...", "This form opens in another viewer only."];
const FORM = "The form asks for a name, an address and a date, and has room for remarks at its end.";
const XFA = "<</Length 11>>stream\n<xdp></xdp>\nendstream";

describe("a file whose page only asks for another program", () => {
  it.each<[string, PdfFile]>([
    [
      "a form that is made when it is opened",
      { pages: [lines(WAIT)], catalog: "/AcroForm<</XFA 5 0 R/Fields[]>>", objects: [XFA] },
    ],
    [
      "such a form in a language that is not known",
      {
        pages: [lines(["Fadlan sug inta foomka la furayo."])],
        catalog: "/AcroForm<</XFA 5 0 R/Fields[]>>/NeedsRendering true",
        objects: [XFA],
      },
    ],
    [
      "such a form whose data are empty",
      {
        pages: [lines(["Loading the form"])],
        catalog: "/AcroForm<</XFA 5 0 R/Fields[]>>/NeedsRendering true",
        objects: ["<</Length 0>>stream\n\nendstream"],
      },
    ],
    [
      "the cover of files in one file",
      {
        pages: [lines(["For the best experience, open this PDF portfolio in Acrobat X or Adobe Reader X, or later."])],
        catalog: "/Collection<</Type/Collection>>",
      },
    ],
    ["a page that says so without a sign in the file", { pages: [lines(WAIT)] }],
  ])("is as one without text: %s", async (_what, file) => {
    expect(await read(file)).toEqual(WITHOUT_TEXT);
  });

  it.each<[string, PdfFile]>([
    [
      "a form with its own pages",
      { pages: [lines([FORM])], catalog: "/AcroForm<</XFA 5 0 R/Fields[6 0 R]>>", objects: [XFA, "<</FT/Tx/T(a)>>"] },
    ],
    ["a cover with a text", { pages: [lines([FORM])], catalog: "/Collection<</Type/Collection>>" }],
    ["several pages", { pages: [lines(WAIT), lines([FORM])] }],
    ["a page about a program", { pages: [lines(["How we tested each PDF viewer: a report of the autumn."])] }],
    ["a page that begins alike", { pages: [lines(["Please wait for the ferry at the harbour."])] }],
  ])("is not %s", async (_what, file) => {
    expect(await read(file)).toMatchObject({ kind: "page" });
  });

  const none = { pages: 1, isMadeForm: false, hasOtherContent: false };
  it.each([
    "Bitte warten... Wenn diese Meldung bleibt, kann Ihr PDF-Viewer diese Art von Dokument nicht anzeigen.",
    "Veuillez patienter... Votre visionneuse ne peut pas afficher ce document. Adobe Reader le peut.",
    "Espere... Su visor de PDF no puede mostrar este tipo de documento.",
    "Attendere... Il visualizzatore PDF non può aprire questo documento.",
    "しばらくお待ちください。お使いの PDF ビューアではこの文書を表示できません。",
    "请稍候... 您的 PDF 查看器可能无法显示此类型的文档。",
    "Подождите... Программа просмотра не может показать этот документ.",
    "To view the full contents of this document, you need a later version of the PDF viewer.",
    "このポートフォリオを開くには Adobe Reader 9 以降が必要です。",
  ])("is recognized by its words in many languages: %s", (text) => {
    expect(asksForOtherProgram(text, none)).toBe(true);
    expect(asksForOtherProgram(`${text} ${FORM.repeat(14)}`, none)).toBe(false);
  });
});
