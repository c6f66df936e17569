import { expect, it } from "vitest";
import { htmlAfter, htmlOf } from "./article-of-tests.ts";

it.each([
  ["hidden"],
  ['style="color: red; display : none"'],
  ['style="visibility:hidden"'],
  ['class="a sr-only"'],
  ['class="visually-hidden b"'],
  ['class="screen-reader-text"'],
  ['class="d-none"'],
])("an article is without an inline part that its page hides: <span %s>", (attribute) => {
  expect(htmlAfter(`<p>a<span ${attribute}>b <span>c</span> <i>d</i></span>e</p>`)).toBe("<p>ae</p>");
});

it.each([
  ['aria-hidden="true"'],
  ['style="--display: nonesuch"'],
  ['class="my-sr-only-x"'],
  ['class="d-none d-md-inline"'],
  ['class="d-md-inline d-none"'],
])("an article has an inline part that its page shows: <span %s>", (attribute) => {
  expect(htmlAfter(`<p>a<span ${attribute}>b</span>c</p>`)).toBe("<p>abc</p>");
});

it("hides no block, and nothing after a block, in a hidden part without an end", () => {
  expect(htmlAfter("<p>a<span hidden>b</p><p>c</p>")).toBe("<p>a</p><p>c</p>");
});

it("is the same for a page without an article", () => {
  expect(htmlOf("<p>a<i hidden>b</i>c</p>")).toBe("<p>ac</p>");
});

it.each(["note", "msg message", "quote no-group", "admonition-tip"])(
  "a note is of the text: <aside class=%j>",
  (name) => {
    expect(htmlAfter(`<aside class="${name}"><p>a</p></aside><p>b</p>`)).toBe("<p>a</p><p>b</p>");
  },
);

it.each(["", "notebook", "related"])("other pages are not: <aside class=%j>", (name) => {
  expect(htmlAfter(`<aside class="${name}"><aside class=note><p>a</p></aside></aside><p>b</p>`)).toBe("<p>b</p>");
});

const image = (src: string) => `<img src="https://page.example/${src}" alt="a">`;

it.each([
  ["behind it", '<p><img alt=a src="data:x"> <noscript><img alt=a src=b></noscript>c</p>', `<p>${image("b")}c</p>`],
  // https://github.com/j0k3r/graby/issues/299
  [
    "behind a placeholder",
    '<p><img alt=a src="/img/placeholder.png"><noscript><img alt=a src=b></noscript>c</p>',
    `<p>${image("b")}c</p>`,
  ],
  ["in an attribute of its own", "<p><img alt=a src=/spacer.gif data-lazy=b>c</p>", `<p>${image("b")}c</p>`],
  ["behind a placeholder alone", "<p><img alt=a src=/1x1.gif?v=1>c</p>", "<p>ac</p>"],
  ["without any address", "<p><img alt=a><noscript><img alt=a src=b></noscript>c</p>", `<p>${image("b")}c</p>`],
  ["and its own address", "<p><img alt=a src=b><noscript><img alt=a src=d></noscript>c</p>", `<p>${image("b")}c</p>`],
  ["behind a text", "<p><img alt=a>b<noscript><img alt=a src=d></noscript>c</p>", "<p>abc</p>"],
  ["that has no image", "<p><img alt=a><noscript>d</noscript>c</p>", "<p>ac</p>"],
])("an image that is loaded late is the one for readers without script %s", (_where, markup, html) => {
  expect(htmlAfter(markup)).toBe(html);
});

it("an image without an address at the end of a page gives its text", () => {
  expect(htmlOf("<p>a</p><img alt=b>")).toBe("<p>a</p><p>b</p>");
});

it("of AMP's elements, images are of the text, and advertisements and menus are not", () => {
  const markup = "<amp-sidebar><p>a</p></amp-sidebar><p>b<amp-img src=b alt=a></amp-img>c</p><amp-ad>d</amp-ad>";
  expect(htmlAfter(markup)).toBe(`<p>b${image("b")}c</p>`);
});
