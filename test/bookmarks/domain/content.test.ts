import { describe, expect, it } from "vitest";
import { contentOf } from "../../../lambdas/bookmarks/domain/content.ts";
import { START } from "../../emulators/test-clock.ts";

/** The content of a page with this HTML, which says nothing of its direction. */
function read(html: string) {
  const nothing = { title: null, siteName: null, author: null, description: null, imageUrl: null, dir: null };
  return contentOf({ ...nothing, language: null, text: "", html, truncated: false, iconUrls: [] }, START, "fetch");
}

describe("the words of a content", () => {
  it.each([
    ["<p>one</p><p>two</p>", 2],
    ["<ul><li>one</li><li>two</li></ul>", 2],
    ["<p>one<br>two</p>", 2],
    ["<p>un<em>bound</em>ed</p>", 1],
    ["<p>one&amp;two&lt;three</p>", 3],
    ["<p>12, <strong>...</strong></p>", 1],
  ])("are counted in %s: %i", (html, words) => {
    expect(read(html)).toMatchObject({ words });
  });
});

describe("the direction of a content", () => {
  it.each([
    ["<p>\u05e9\u05dc\u05d5\u05dd 1, 2, 3, 4, 5, 6, 7, 8, 9</p>", "rtl"],
    ["<p>A word like \u05e9\u05dc\u05d5\u05dd</p>", "ltr"],
    ["<p>2026</p>", "ltr"],
  ])("is that of most of its letters: %s", (html, dir) => {
    expect(read(html)).toMatchObject({ dir });
  });
});
