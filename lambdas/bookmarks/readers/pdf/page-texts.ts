import { cleanParagraphs } from "../../../shared/html/markup-text.ts";
import { cleanTitle } from "../../../shared/plain-text.ts";
import { heading, isInOneSize } from "./heading.ts";
import { paragraphs } from "./paragraphs.ts";
import { readingOrder } from "./reading-order.ts";
import { withoutRunningHeads } from "./running-heads.ts";
import type { TextLine } from "./text-lines.ts";

/** The longest text that is kept, in code units: 200 dense pages. */
export const MAX_TEXT = 1_000_000;

/**
 * The texts of a file's pages: the cleaned paragraphs, joined by line feeds, at most 1,000,000 code units; and the heading of
 * the first page, one line. Both may be empty.
 */
export function pageTexts(lines: readonly (readonly TextLine[])[]) {
  const pages = withoutRunningHeads(lines).map((page) => readingOrder(page));
  return {
    text: cleanParagraphs(paragraphs(pages.flat()), MAX_TEXT),
    heading: cleanTitle(heading(pages[0] ?? [], isInOneSize(pages.flat()))),
  };
}
