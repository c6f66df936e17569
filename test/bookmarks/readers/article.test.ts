import { expect, it } from "vitest";
import { LINES, PARAGRAPHS, textAfter, textOf } from "./article-of-tests.ts";

const more = "One more sentence stands here, with a comma, too, and goes on for a while.";

it.each([
  ['class="comment"', ""],
  ['CLASS="a sidebar"', ""],
  ['id="comment"', ""],
  ['role="complementary"', ""],
  ['style="display:none"', ""],
  ["hidden", ""],
  ['aria-hidden="true"', ""],
  ['rel="author"', ""],
  ['itemprop="author"', ""],
  ['class="&quot;comment"', ""],
  [`class="comment${" ".repeat(293)}"`, ""],
  [`class="comment${" ".repeat(294)}"`, more],
  ['title="comment" data-role="complementary"', more],
  ["", more],
])("an article lacks the parts that its page marks as something else: <div %s>", (attribute, text) => {
  expect(textAfter(`<div ${attribute}><p>${more}</p></div>${PARAGRAPHS}`)).toBe(
    text === "" ? LINES : `${text}\n${LINES}`,
  );
});

it.each([
  ["preformatted lines, and no others", "<pre>a\n  b</pre></pre><p>c\n  d</p><pre>e\nf", "a\nb\nc d\ne\nf"],
  ["words within lines", "<p>a<a href=x>b</a> <b>c</b>d<img>e</p>", "ab cde"],
  ["no annotations of ruby", "<p><ruby>a<rp>(</rp><rt>b<rp>)</ruby>c<rt>d</rt>e<rt>f</p><p>g</p>", "ace\ng"],
  ["no navigation, also of one in another", "<nav>a<aside>b</aside>c</nav></nav><p>d</p>", "d"],
  ["characters of markup", "<p>1 &lt; 2 &amp;amp; 3 &gt; 2 \ufdd0\ufdd1\ufdd2</p>", "1 < 2 &amp; 3 > 2"],
])("an article has %s", (_what, markup, text) => {
  expect(textAfter(markup)).toBe(text);
});

const around = '<div class="sidebar"><p>Most read</p></div>';
const whole = `<article>${PARAGRAPHS}</article>${around}`;

it.each([
  ["before the first tag", `${more}${PARAGRAPHS}${around}`, `${more}\n${LINES}`],
  ["after the last one", `${around}${PARAGRAPHS}${more}`, `${LINES}\n${more}`],
])("an article has its text %s", (_where, html, text) => {
  expect(textOf(html)).toBe(text);
});

it.each([
  ["navigation", `<nav>${"<div></div>".repeat(4_000)}</nav>`],
  ["inline formatting", "<b></b>".repeat(4_000)],
  ["images", "<img>".repeat(4_000)],
])("an article is found among any number of elements of %s", (_what, markup) => {
  expect(textOf(`${whole}${markup}`)).toBe(LINES);
});

it.each<[string, (count: number) => string, number]>([
  ["3,000 elements", (count) => `${whole}${"<br>".repeat(count)}`, 3_000 - 12],
  ["3,000 elements that ends without a start make", (count) => `${whole}${"</p></br>".repeat(count)}`, 1_500 - 6],
  ["500,000 code units", (count) => `${whole}<p>${"a".repeat(count)}</p>`, 500_000 - `${whole}<p></p>`.length],
  ["500,000 code units of a text", (count) => `${whole}<p>${"a".repeat(count)}`, 500_000 - `${whole}<p>`.length],
  ["a depth of 100", (count) => `${"<div>".repeat(count)}${whole}${"</div>".repeat(count)}`, 100 - 4],
])("an article is looked for in a page of up to %s", (_what, make, most) => {
  const isArticle = (count: number) => !textOf(make(count)).includes("Most read");
  expect([isArticle(most), isArticle(most + 1)]).toEqual([true, false]);
});
