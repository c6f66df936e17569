import { describe, expect, it } from "vitest";
import { htmlAfter, PARAGRAPHS, readOf, SENTENCE } from "./article-of-tests.ts";

describe("an element that is only around another one", () => {
  it.each([
    ["a heading with its own link", '<div class=x><h2>a</h2><a href="#a"></a></div>', "<h2>a</h2>"],
    [
      "a heading with links to edit",
      '<div class=x><h3>a</h3><span>[<a href="/e">edit this part</a>]</span></div>',
      "<h3>a</h3>",
    ],
    [
      "a list of links",
      '<div class="content"><ul><li><a href="/b">b</a><li><a href="/c">c</a></ul></div>',
      '<ul><li><a href="https://page.example/b">b</a></li><li><a href="https://page.example/c">c</a></li></ul>',
    ],
    // https://github.com/mozilla/readability/issues/878
    [
      "a sentence that is a link",
      `<div class="markup"><p><a href="/b"><strong>${SENTENCE}</strong></a></p></div>`,
      `<p><a href="https://page.example/b"><strong>${SENTENCE}</strong></a></p>`,
    ],
    [
      "a sentence that is mostly a link",
      `<div class="markup"><p>Read: <a href="/b">${SENTENCE}</a></p></div>`,
      `<p>Read: <a href="https://page.example/b">${SENTENCE}</a></p>`,
    ],
    ["one in the other", "<div><div><div><h4>a</h4><a href=#></a></div></div></div>", "<h4>a</h4>"],
  ])("does not take away %s", (_what, markup, html) => {
    expect(htmlAfter(`${markup}<p>${SENTENCE}</p>`)).toBe(`${html}<p>${SENTENCE}</p>`);
  });

  it.each([
    ["by its role", '<div role="navigation"><div><p>a</p></div></div>'],
    ["by being hidden", "<div hidden><ul><li>a</ul></div>"],
    ["by being hidden from all readers", '<div aria-hidden="true"><ul><li>a</ul></div>'],
    ["by its class", '<div class="comment"><div class="content"><p>a</p></div></div>'],
    ["by its length", `<div><p><a href="/b">${"a".repeat(39)}</a></p></div>`],
    ["by being another page's", `<div class="related"><p><a href="/b">${SENTENCE}</a></p></div>`],
    ["by its id", '<div id="sidebar"><ul class="content"><li>a</ul></div>'],
  ])("is judged with its content %s", (_how, markup) => {
    expect(htmlAfter(`${markup}<p>${SENTENCE}</p>`)).toBe(`<p>${SENTENCE}</p>`);
  });

  it("keeps its other text", () => {
    expect(htmlAfter(`<div>x<h2>a</h2></div><div><h2>b</h2><p>★★★</p></div><p>${SENTENCE}</p>`)).toBe(
      `<p>x</p><h2>a</h2><h2>b</h2><p>★★★</p><p>${SENTENCE}</p>`,
    );
  });
});

describe("a picture that is a link", () => {
  const linked = (size = "") => `<div class=x><a href="/b"><img src="/c" alt="d" ${size}></a></div>`;
  const kept = (size = "") =>
    `<p><a href="https://page.example/b"><img src="https://page.example/c" alt="d"${size}></a></p>`;

  it("is kept if it is alone, with its link", () => {
    expect(htmlAfter(`${linked()}<p>${SENTENCE}</p>`)).toBe(`${kept()}<p>${SENTENCE}</p>`);
    expect(htmlAfter(`${linked("width=100")}<p>${SENTENCE}</p>`)).toBe(`${kept(' width="100"')}<p>${SENTENCE}</p>`);
  });

  it("is left out if it is as small as that of an author", () => {
    expect(htmlAfter(`${linked("width=99")}<p>${SENTENCE}</p>`)).toBe(`<p>${SENTENCE}</p>`);
  });

  it("is kept without a link that leads nowhere", () => {
    expect(htmlAfter(`<div><a><picture><img src="/c" alt="d"></picture></a></div><p>${SENTENCE}</p>`)).toBe(
      `<p><img src="https://page.example/c" alt="d"></p><p>${SENTENCE}</p>`,
    );
  });

  it("is no text, however many of them stand in the cell of a layout", () => {
    const logos = `<td>${linked().repeat(3)}</td>`;
    const page = `<table><tr>${logos}<td><h2>a</h2><p>${'<a href="/x">bcd</a> '.repeat(30)}</p></td></tr></table>`;
    expect(readOf(page).html).toContain("bcd");
  });
});

describe("insertions between the paragraphs", () => {
  const link = `<a href="/x">${SENTENCE}</a>`;

  it.each([
    ["an advertisement", '<div class="top-ad"><p>Ad</p></div>'],
    ["an advertisement, by its id", '<div id="ad-slot"><p>Ad</p></div>'],
    ["a form to subscribe", `<div class="newsletter"><p>${SENTENCE}</p><form><p>b</p></form></div>`],
    ["a button", '<p class="button-wrap"><a href="/x">Comment</a></p>'],
    ["other pages", `<div class="box-teaser"><p>a</p><ul><li>${link}<li>${link}</ul></div>`],
    [
      "other pages, each with that name",
      `<section class="teasers"><h2>a</h2><div class="teaser">${link}</div></section>`,
    ],
    ["the contents", `<div class="toc"><ul><li>${link}</ul></div>`],
  ])("is left out: %s", (_what, markup) => {
    expect(htmlAfter(`${markup}<p>${SENTENCE}</p>`)).toBe(`<p>${SENTENCE}</p>`);
  });

  it.each([
    ["a long text", `<div class="ad"><p>${SENTENCE}</p><p>${SENTENCE}</p></div>`],
    ["a long text of a letter", `<div class="newsletter">${PARAGRAPHS}${PARAGRAPHS}</div>`],
    ["a paragraph of a letter", `<p class="newsletter">${SENTENCE}</p>`],
    ["a text with that name", `<p class="teaser">${SENTENCE}</p>`],
    ["a text on a button", `<p class="button">${SENTENCE} <a href="/x">b</a></p>`],
    ["another word", `<div class="adverse-shadow"><p>b</p></div>`],
  ])("is kept: %s", (_what, markup) => {
    const html = htmlAfter(markup);
    expect(html).toContain(markup.includes("adverse") ? "b" : SENTENCE);
  });

  it.each<[string, number, (letters: string) => string]>([
    ["an advertisement", 100, (letters) => `<div class="ad"><p>${letters}</p></div>`],
    ["an invitation", 300, (letters) => `<div class="newsletter"><p>${letters}</p></div>`],
    ["a button", 100, (letters) => `<p class="btn"><a href="/x">${letters}</a></p>`],
  ])("is judged by its name up to a length: %s", (_what, most, make) => {
    const isKept = (length: number) => htmlAfter(`${make("a".repeat(length))}<p>${SENTENCE}</p>`).includes("aaa");
    expect([isKept(most), isKept(most + 1)]).toEqual([false, true]);
  });

  it("is no link in a sentence", () => {
    const sentence = `<p>${SENTENCE} <a class="teaser button" href="https://page.example/x">b</a> c</p>`;
    expect(htmlAfter(sentence)).toContain(">b</a> c</p>");
  });

  it("is kept if the page has nothing else", () => {
    const page = `<h1>a</h1>${`<div class="teaser">${link}</div>`.repeat(4)}`;
    expect(readOf(page).html).toContain(SENTENCE);
  });
});

describe("an article", () => {
  const lead = SENTENCE.replace("queue", "lead");
  const figure = '<figure><img src="https://page.example/c" alt="d"><figcaption>e</figcaption></figure>';

  it.each([
    ["article", "<article>", "</article>"],
    ["a class for it", '<div class="x article">', "</div>"],
    ["its microformat", '<div class="hentry">', "</div>"],
  ])("has the picture and the headings before its text, by %s", (_what, start, end) => {
    const head = `<div class="head"><h1>a</h1><h3>${lead}</h3><div><a href="/s">b</a></div></div>`;
    const page = `<div class="page"><div>${start}${head}${figure}<div class="text">${PARAGRAPHS}</div>${end}</div></div>`;
    expect(readOf(page).html).toBe(`<h2>a</h2><h3>${lead}</h3>${figure}${PARAGRAPHS}`);
  });

  it("is not taken apart where its parts have telling names or are short", () => {
    const page = `<article><div class="related"><h2>a</h2></div><div class="text">${PARAGRAPHS}</div></article>`;
    expect(readOf(page).html).toBe(PARAGRAPHS);
  });
});
