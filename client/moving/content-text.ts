const BLOCK_END = /<\/(?:p|h2|h3|h4|pre|ul|ol|dl|table|figure|figcaption|blockquote)>|<hr>/g;
const LINE_END = /<\/(?:li|tr|dt|dd|caption)>|<br>/g;
const CELL_END = /<\/t[dh]>/g;
const CHARACTERS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** A kept text (docs/decisions/0042-kept-texts.md) without its markup: a line for each of its lines, and an empty line between paragraphs. */
export function contentText(html: string): string {
  return html
    .replaceAll("<li>", "- ")
    .replace(BLOCK_END, "\n\n")
    .replace(LINE_END, "\n")
    .replace(CELL_END, "\t")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|amp);/g, (reference) => CHARACTERS[reference] ?? "")
    .replace(/[\t ]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
