import { expect } from "vitest";
import { readableText } from "../../../../lambdas/bookmarks/readers/readable-text.ts";

const BASE = new URL("https://page.example/a/b");
const SENTENCE =
  "A queue keeps messages until somebody has worked on them, and it hands each of them out again if nobody did.";

/** The paragraphs of an article. */
export const PARAGRAPHS = `<p>${SENTENCE}</p>`.repeat(4);

/** The HTML of a page, with `…` for the paragraphs. */
export const htmlOf = (page: string): string => readableText(page, "", BASE).html.replaceAll(PARAGRAPHS, "…");

/** The HTML of an article after its first paragraphs. */
export function htmlAfter(markup: string): string {
  const html = htmlOf(`<nav><a href="/">Home</a></nav><article>${PARAGRAPHS}${markup}</article><footer>End</footer>`);
  expect(html.startsWith("…")).toBe(true);
  return html.slice(1);
}
