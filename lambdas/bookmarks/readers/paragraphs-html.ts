import type { ContentHtml } from "./content-writer.ts";
import { ContentWriter } from "./content-writer.ts";

/** The content of a plain text: a paragraph for each of its lines that is not empty. */
export function paragraphsHtml(text: string): ContentHtml {
  const writer = new ContentWriter();
  for (let start = 0; start < text.length && !writer.isFull; ) {
    const end = text.indexOf("\n", start);
    writer.text(text.slice(start, end === -1 ? text.length : end));
    writer.breakParagraph();
    start = end === -1 ? text.length : end + 1;
  }
  return writer.end();
}
