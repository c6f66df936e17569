import { expect, it } from "vitest";
import { readableText } from "./text-of-tests.ts";

const PARAGRAPHS = [
  "A queue keeps messages until somebody has worked on them, and it hands each of them out again if nobody did.",
  "That is why, sooner or later, every consumer sees some message twice, and has to be ready for it.",
  "A write with a condition, which says what it expects to find, makes the second time harmless.",
];
const paragraphs = PARAGRAPHS.map((text) => `<p>${text}</p>`).join("");
const more = "One more sentence stands here, with a comma, too, and goes on for a while.";

/** The text of an article after its first paragraphs. */
function textAfter(markup: string): string {
  const text = readableText(`<article>${paragraphs}${markup}</article>`, "");
  expect(text.startsWith(PARAGRAPHS.join("\n"))).toBe(true);
  return text.slice(PARAGRAPHS.join("\n").length + 1);
}

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
  expect(textAfter(`<div ${attribute}><p>${more}</p></div>${paragraphs}`)).toBe(
    [text, ...PARAGRAPHS].filter((line) => line !== "").join("\n"),
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
const whole = `<article>${paragraphs}</article>${around}`;

it.each([
  ["before the first tag", `${more}${paragraphs}${around}`, [more, ...PARAGRAPHS]],
  ["after the last one", `${around}${paragraphs}${more}`, [...PARAGRAPHS, more]],
])("an article has its text %s", (_where, html, lines) => {
  expect(readableText(html, "").split("\n")).toEqual(lines);
});

it.each([
  ["navigation", `<nav>${"<div></div>".repeat(4_000)}</nav>`],
  ["inline formatting", "<b></b>".repeat(4_000)],
  ["images", "<img>".repeat(4_000)],
])("an article is found among any number of elements of %s", (_what, markup) => {
  expect(readableText(`${whole}${markup}`, "")).toBe(PARAGRAPHS.join("\n"));
});

it.each<[string, (count: number) => string, number]>([
  ["3,000 elements", (count) => `${whole}${"<br>".repeat(count)}`, 3_000 - 10],
  ["3,000 elements that ends without a start make", (count) => `${whole}${"</p></br>".repeat(count)}`, 1_500 - 5],
  ["500,000 code units", (count) => `${whole}<p>${"a".repeat(count)}</p>`, 500_000 - `${whole}<p></p>`.length],
  ["500,000 code units of a text", (count) => `${whole}<p>${"a".repeat(count)}`, 500_000 - `${whole}<p>`.length],
  ["a depth of 100", (count) => `${"<div>".repeat(count)}${whole}${"</div>".repeat(count)}`, 100 - 4],
])("an article is looked for in a page of up to %s", (_what, make, most) => {
  const isArticle = (count: number) => !readableText(make(count), "").includes("Most read");
  expect([isArticle(most), isArticle(most + 1)]).toEqual([true, false]);
});
