import { expect, it } from "vitest";
import { SENTENCE, textOf } from "./article-of-tests.ts";

const text = Array(3).fill(SENTENCE).join(" ");
const shell = (noscript: string, shown = "") => `<div id=root>${shown}</div><noscript>${noscript}</noscript>`;

it.each([
  ["a page that shows nothing else", shell(`<p>${text}</p>`), text],
  ["no page that shows a text", shell(`<p>${text}</p>`, "a"), "a"],
  ["no page of which it only says that a script is needed", shell("<p>Enable JavaScript to run this app.</p>"), ""],
  ["no page that is too large for a search", shell(`<p>${text}</p>`, `<!--${"x".repeat(500_000)}-->`), ""],
])("the text for readers without script is that of %s", (_which, html, expected) => {
  expect(textOf(html)).toBe(expected);
});
