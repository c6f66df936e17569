import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { AnnotationMode, getDocument } from "pdfjs-dist/legacy/build/pdf.min.mjs";
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
import { isDefaultTitle } from "../../../shared/default-title.ts";
import { languageOfScript, primaryLanguage } from "../../../shared/html/page-language.ts";
import { cleanTitle } from "../../../shared/plain-text.ts";
import type { PageContent } from "../page-content.ts";
import { paragraphsHtml } from "../paragraphs-html.ts";
import { glyphGaps } from "./glyph-gaps.ts";
import { mayBeSetApart, withoutLetterSpacing } from "./letter-spacing.ts";
import { asksForOtherProgram } from "./other-program.ts";
import { MAX_TEXT, pageTexts } from "./page-texts.ts";
import type { TextLine } from "./text-lines.ts";
import { textLines } from "./text-lines.ts";

export type PdfOutcome =
  | { readonly kind: "page"; readonly content: PageContent }
  | { readonly kind: "permanent"; readonly code: "pdf_encrypted" | "pdf_without_text" | "pdf_broken" };

/** The number of a file's pages that are read. */
const MAX_PAGES = 200;

/** A prefix that printer drivers put before the name of a file. */
const PRINTED = /^microsoft (?:office )?(?:word|powerpoint|excel|publisher|visio|outlook) ?- /iu;

// pdf.js uses this instead of starting a thread: this code already runs in one.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

const OPTIONS = {
  // Asian fonts need data that the files lack; the package's own folder has it.
  cMapUrl: `${dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"))}/cmaps/`,
  cMapPacked: true,
  // Fonts are not drawn.
  disableFontFace: true,
  useSystemFonts: true,
  useWasm: false,
  maxImageSize: 0,
  verbosity: 0,
} as const;

/** The texts of a page. Where letters stand alone, the gaps between letters are computed from the operators. */
async function withWholeWords<Item extends { readonly str: string }>(page: PDFPageProxy, items: readonly Item[]) {
  if (!items.some(({ str }) => mayBeSetApart(str))) return items;
  const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE }).catch(() => null);
  page.cleanup();
  return operators === null ? items : withoutLetterSpacing(items, glyphGaps(operators));
}

async function linesOfPage(page: PDFPageProxy, number: number): Promise<TextLine[]> {
  const { items, styles } = await page.getTextContent();
  // Marked content is not requested.
  const shown = await withWholeWords(page, items as Extract<(typeof items)[number], { str: string }>[]);
  const pieces = shown.map((item) => ({
    ...item,
    isVertical: styles[item.fontName]?.vertical === true,
  }));
  return textLines(pieces, number);
}

/** The lines of the pages. A page that can't be read has none. */
async function linesOfPages(pdf: PDFDocumentProxy): Promise<TextLine[][]> {
  const pages: TextLine[][] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && length < MAX_TEXT; number += 1) {
    const page = pdf.getPage(number);
    const lines = await page.then((found) => linesOfPage(found, number)).catch(() => []);
    pages.push(lines);
    for (const { text } of lines) length += text.length;
  }
  return pages;
}

async function contentOf(pdf: PDFDocumentProxy, isRendered: boolean): Promise<PdfOutcome> {
  const metadata = await pdf.getMetadata().catch(() => null);
  const info = (metadata?.info ?? {}) as Readonly<Record<string, unknown>>;
  const line = (value: unknown) => cleanTitle(typeof value === "string" ? value : "");
  const pages = await linesOfPages(pdf);
  const { text, heading } = pageTexts(pages);
  const structure = {
    pages: pdf.numPages,
    isMadeForm: isRendered || (info.IsXFAPresent === true && info.IsAcroFormPresent !== true),
    hasOtherContent: info.IsXFAPresent === true || info.IsCollectionPresent === true,
  };
  if (!/\p{L}/u.test(text) || asksForOtherProgram(text, structure))
    return { kind: "permanent", code: "pdf_without_text" };
  const titles = [line(info.Title), line(metadata?.metadata?.get("dc:title"))];
  const declared = titles.find((title) => title !== "" && !PRINTED.test(title) && !isDefaultTitle(title));
  const title = declared || heading || null;
  // The text is always shown below its title.
  const { html, truncated } = paragraphsHtml(text.startsWith(`${title}\n`) ? text.slice(`${title}\n`.length) : text);
  return {
    kind: "page",
    content: {
      title,
      siteName: null,
      author: line(info.Author) || null,
      description: null,
      language: primaryLanguage(line(info.Language)) ?? languageOfScript(text),
      imageUrl: null,
      iconUrls: [],
      dir: null,
      text,
      html,
      truncated: truncated || pages.length < pdf.numPages,
    },
  };
}

/**
 * Reads a PDF file: title, author and language that it declares, or else its first heading, and the text of its first 200
 * pages as paragraphs in reading order. Time and memory are limited only by the thread (`read-pdf.ts`).
 */
export async function pdfContent(data: Uint8Array): Promise<PdfOutcome> {
  // The entry of the catalog by which a program builds the pages (ISO 32000-2, 7.7.2), which pdf.js does not report. It is
  // read first, since pdf.js detaches the buffer.
  const isRendered = Buffer.from(data.buffer, data.byteOffset, data.length).includes("/NeedsRendering true");
  const loading = getDocument({ ...OPTIONS, data });
  try {
    return await contentOf(await loading.promise, isRendered);
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === "PasswordException";
    return { kind: "permanent", code: isEncrypted ? "pdf_encrypted" : "pdf_broken" };
  } finally {
    await loading.destroy();
  }
}
