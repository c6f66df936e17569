import { expect } from "vitest";
import { readableText } from "../../../lambdas/bookmarks/readers/readable-text.ts";

export const SENTENCE =
  "A queue keeps messages until somebody has worked on them, and it hands each of them out again.";

/** The paragraphs of an article, and their text. */
export const PARAGRAPHS = `<p>${SENTENCE}</p>`.repeat(4);
export const LINES: string = Array(4).fill(SENTENCE).join("\n");

/** What is read of a page at `https://page.example/a`. */
export function readOf(page: string, title = ""): ReturnType<typeof readableText> {
  return readableText(page, title, new URL("https://page.example/a"));
}

/** The text of a page. */
export const textOf = (page: string, title = ""): string => readOf(page, title).text;

/** The HTML of a page, with `…` for the paragraphs. */
export const htmlOf = (page: string): string => readOf(page).html.replaceAll(PARAGRAPHS, "…");

/** What is read of an article after its first paragraphs. */
function after(markup: string, { part, first }: { part: "html" | "text"; first: string }): string {
  const page = `<nav><a href="/">Home</a></nav><article>${PARAGRAPHS}${markup}</article><footer>End</footer>`;
  const read = readOf(page)[part];
  expect(read.startsWith(first)).toBe(true);
  return read.slice(first.length);
}

export const htmlAfter = (markup: string): string => after(markup, { part: "html", first: PARAGRAPHS });
export const textAfter = (markup: string): string => after(markup, { part: "text", first: LINES }).trimStart();
