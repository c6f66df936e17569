import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sanitizedHtml } from "../../../lambdas/bookmarks/readers/sanitized-html.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";
import { sharedChromium } from "../../client/chromium.ts";
import { PIECES } from "./page-pieces.ts";

let page: Page;
beforeAll(async () => {
  page = await (await sharedChromium()).newPage();
});
afterAll(() => page?.close());

/** The tags and the text of a content. */
function shapeOf(html: string) {
  const text = html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  return { tags: html.match(/<\/?[a-z][a-z0-9]*/g) ?? [], text };
}

it("a browser's parser moves nothing in sanitized HTML", async () => {
  const pages = fc.sample(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), { numRuns: 2_000, seed: 40 });
  const base = new URL("https://page.example/");
  const contents = pages.map((pieces) => sanitizedHtml(markupTokens(pieces.join("")), base).html);
  const parsed: { html: string; again: string; text: string }[] = await page.evaluate(
    `${JSON.stringify(contents)}.map((html) => {
      const parse = (markup) => new DOMParser().parseFromString("<!doctype html><body>" + markup, "text/html").body;
      const body = parse(html);
      return { html: body.innerHTML, again: parse(body.innerHTML).innerHTML, text: body.textContent };
    })`,
  );
  for (const [index, { html, again, text }] of parsed.entries()) {
    expect({ ...shapeOf(html), text }).toEqual(shapeOf(contents[index] ?? ""));
    expect(again).toBe(html);
  }
});
