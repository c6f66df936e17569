import { escaped } from "../html/escaped.ts";

/** A link in a mail. @param words as a reader sees them */
export function linkTo(url: string, words: string): string {
  return `<a href="${escaped(url)}" rel="noopener noreferrer">${escaped(words)}</a>`;
}

/** A paragraph of a mail, on a line of its own; empty without words. They may be those of others, in another direction. */
export function paragraph(words: string | null): string {
  return words === null || words === "" ? "" : `\n<p dir="auto">${escaped(words)}</p>`;
}
