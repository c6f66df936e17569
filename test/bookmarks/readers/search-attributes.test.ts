import { describe, expect, it } from "vitest";
import { LINES, PARAGRAPHS, SENTENCE, textOf } from "./article-of-tests.ts";

const article = (markup: string) => textOf(`<article>${PARAGRAPHS}${markup}</article>`);

describe("the name of a class", () => {
  it.each([
    ["a heading that is called header", '<h3 class="part-header">a</h3>'],
    ["the header of a part of the article", '<div class="part-header"><p>a</p></div>'],
    ["what holds a picture, and is called media", '<div class="media-box"><p>a</p></div>'],
  ])("does not exclude %s", (_what, markup) => {
    expect(article(`${markup}<p>${SENTENCE}</p>`)).toBe(`${LINES}\na\n${SENTENCE}`);
  });

  it("excludes comments, even those of the article", () => {
    expect(article(`<section class="article-comments"><p>${SENTENCE}</p></section>`)).toBe(LINES);
  });

  it("with the word sidebar does not exclude the content beside it", () => {
    const page = `<div class="content-sidebar-wrap"><main>${PARAGRAPHS}</main></div><div class="comments"><p>a</p></div>`;
    expect(textOf(page)).toBe(LINES);
  });
});

it.each(["<h2 class=sr-only>a</h2>", "<a class=visually-hidden href=#x>a</a>", "<p class=d-none>a</p>"])(
  "an element that only screen readers show, or nobody, is no text: %s",
  (markup) => {
    expect(article(`${markup}<p>${SENTENCE}</p>`)).toBe(`${LINES}\n${SENTENCE}`);
  },
);

describe("the header of a site", () => {
  const header = `<header id="blog-title"><h1>a</h1><h2>${SENTENCE.replace("queue", "blog")}</h2></header>`;

  it.each(["article", "main"])("is no text of a page that has an element for it: %s", (name) => {
    const page = `<div><div>${header}<div id=content><${name}>${PARAGRAPHS}</${name}></div></div></div>`;
    expect(textOf(page)).toBe(LINES);
  });

  it("ends where the text begins", () => {
    expect(textOf(`<header>a<main>${PARAGRAPHS}</main></header>`)).toBe(LINES);
  });

  it("is read within the article, and on a page without one", () => {
    const lead = SENTENCE.replace("queue", "post");
    expect(textOf(`<article><header><p>${lead}</p></header>${PARAGRAPHS}</article>`)).toBe(`${lead}\n${LINES}`);
    expect(textOf(`<header><p>${lead}</p></header>${PARAGRAPHS}`)).toBe(`${lead}\n${LINES}`);
  });
});
