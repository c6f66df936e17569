import { describe, expect, it } from "vitest";
import { paragraphsHtml } from "../../../lambdas/bookmarks/readers/paragraphs-html.ts";
import { htmlAfter, readOf } from "./article-of-tests.ts";

describe("the HTML of an article", () => {
  it.each([
    [
      "formatting",
      "<p>a <b>b</b>, <code class=x>c&lt;d&gt;</code> <kbd>e</kbd><span>f</span></p>",
      "<p>a <strong>b</strong>, <code>c&lt;d&gt;</code> <kbd>e</kbd>f</p>",
    ],
    [
      "links",
      `<p><a href="../c?d&e" onclick=x id=y>f <em>g</em></a>${"h".repeat(30)}</p>`,
      `<p><a href="https://page.example/c?d&amp;e">f <em>g</em></a>${"h".repeat(30)}</p>`,
    ],
    [
      "long links",
      `<p><a href="/${"c".repeat(1_900)}">d</a> e</p>`,
      `<p><a href="https://page.example/${"c".repeat(1_900)}">d</a> e</p>`,
    ],
    [
      "footnotes",
      '<p>a<sup id=r1><a href="#n1">1</a></sup></p><ol><li id=n1>b</li></ol>',
      '<p>a<sup><a href="https://page.example/a#n1">1</a></sup></p><ol><li>b</li></ol>',
    ],
    [
      "characters that stand for markup inside",
      "<p>a\ufdef\ufdd3\ufdd3\ufdd3<em title='\ufdef\ufdd3\ufdd3\ufdd3'>b</em><a href='d\ufdef\ufdd3\ufdd3\ufdd3'>c</a></p>",
      '<p>a<em>b</em><a href="https://page.example/d">c</a></p>',
    ],
  ])("keeps %s", (_what, markup, html) => {
    expect(htmlAfter(markup)).toBe(html);
  });

  it("is without the parts around it", () => {
    expect(htmlAfter("")).toBe("");
  });
});

describe("the HTML of a page without an article", () => {
  it.each([
    ["only a few words", "<h1>a</h1><div>b <em>c</em></div>", "<h2>a</h2><p>b <em>c</em></p>"],
    [
      "too many elements for a search",
      `<h2>a</h2>${"<ul><li>b</ul>".repeat(3_000)}`,
      `<h2>a</h2>${"<ul><li>b</li></ul>".repeat(3_000)}`,
    ],
    ["only navigation", "<nav><p>a</p></nav>", "<p>a</p>"],
    ["nothing", "", ""],
  ])("is everything outside the navigation: %s", (_what, markup, html) => {
    expect(readOf(markup).html).toBe(html);
    if (!markup.startsWith("<nav>")) expect(readOf(`<nav>x</nav>${markup}`).html).toBe(html || "<p>x</p>");
  });
});

describe("the HTML of a plain text", () => {
  it.each([
    ["a\n\n b & <i>\nc", "<p>a</p><p>b &amp; &lt;i&gt;</p><p>c</p>"],
    [" \n\n", ""],
    ["", ""],
  ])("has a paragraph for each line of %j", (text, html) => {
    expect(paragraphsHtml(text)).toEqual({ html, truncated: false });
  });

  it("is cut after a paragraph", () => {
    const { html, truncated } = paragraphsHtml("<\n".repeat(300_000));
    expect(truncated).toBe(true);
    expect(html).toMatch(/^(?:<p>&lt;<\/p>)+$/);
  });
});
