import { describe, expect, it } from "vitest";
import { LINES, PARAGRAPHS, textOf } from "./article-of-tests.ts";

const page = (body: string) => `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`;

const around = `<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav>`;
const footer = `<footer><p>All rights reserved.</p><a href="/terms">Terms</a></footer>`;

describe("the text of a page", () => {
  it("is the article without the elements around it", () => {
    const sidebar = `<div class="sidebar"><a href="/1">Most read</a><a href="/2">Newest</a></div>`;
    const html = page(
      `${around}<main><article>${PARAGRAPHS}</article></main>${sidebar}${footer}<script>track()</script>`,
    );
    expect(textOf(html, "T")).toBe(LINES);
  });

  it("is an article in Japanese, without ruby annotations", () => {
    const first = "待ち行列は、誰かが仕事を終えるまで伝言を預かり、誰も終えなければもう一度渡します。";
    const second = "そのため、同じ伝言が二度届くことがあり、受け取る側はいつもそれに備えておく必要があります。";
    const ruby = first.replace("伝言", "<ruby>伝言<rp>(</rp><rt>でんごん</rt><rp>)</rp></ruby>");
    const html = page(`${around}<article><p>${ruby.repeat(3)}</p><p>${second.repeat(3)}</p></article>${footer}`);
    expect(textOf(html)).toBe(`${first.repeat(3)}\n${second.repeat(3)}`);
  });

  it.each([
    ["plain elements", "<div>One</div><div>Two</div>", "One\nTwo"],
    ["words within lines", "<p>One <b>two</b><i>three</i> <a href=x>four</a></p>", "One twothree four"],
    ["line breaks", "<p>One<br>two</p>", "One\ntwo"],
    ["preformatted lines", "<pre>one\n  two</pre>", "one\ntwo"],
    ["white space", "<p> One \n\t two&nbsp;three \u3000</p>", "One two three"],
    ["entities", "<p>&lt;b&gt; &amp;amp; &#12354;</p>", "<b> &amp; あ"],
    ["a table", "<table><tr><td>One</td><td>Two</td></tr></table>", "One\nTwo"],
    ["hidden elements", "<script>x</script><style>y</style><noscript>z</noscript><template>t</template>One", "One"],
    ["controls", "<p>One\u202e\u0000 two\ud800&#x202e;</p>", "One two"],
    ["brackets that begin no tag", "<p>1 < 2 <3</p>", "1 < 2 <3"],
    ["a bracket before a tag", "<p>1 <<i></i>b> &amp; 2</p>", "1 <b> & 2"],
    ["navigation and more", `${around}<p>One</p>${footer}`, "One"],
    ["only navigation", "<nav>Home</nav>", "Home"],
    [
      "an unclosed button around all of it",
      `<button>Share<p>${"One two ".repeat(50)}</p>`,
      `Share\n${"One two ".repeat(50).trim()}`,
    ],
    ["an unclosed drawing before it", "<div><svg><path></div><p>One</p>", "One"],
    ["an unclosed form around all of it", "<form><p>One", "One"],
    ["navigation without an end tag", "<nav><a href=/>Home</a><p>One", "Home\nOne"],
    ["ruby annotations without an end tag", "<p><ruby>字<rt>じ</ruby> One</p>", "字 One"],
    ["nothing", "", ""],
    ["only pictures", "<img src=x alt=y><svg><text>z</text></svg>", ""],
  ])("of a page with %s", (_name, body, text) => {
    expect(textOf(page(body))).toBe(text);
    expect(textOf(body)).toBe(text);
  });

  it("has at most 100,000 code units, and no half of a pair at their end", () => {
    const text = textOf(page(`<p>x${"😀".repeat(60_000)}</p>`));
    expect(text).toBe(`x${"😀".repeat(49_999)}`);
    expect(textOf(page("<p>four</p>".repeat(30_000))).length).toBeLessThanOrEqual(100_000);
  });

  it.each([
    ["too many elements", `${around}${"<div><p>One</p></div>".repeat(2000)}`, /^One(?:\nOne){1999}$/],
    ["too much nesting", `${"<div>".repeat(100_000)}One`, /^One$/],
    ["too much nesting in tables", `${"<table><tr><td>".repeat(900)}One`, /^One$/],
    ["too much markup", `${around}<p>${"word ".repeat(150_000)}</p>`, /^word word .*d$/],
  ])("is found in a page with %s", (_name, body, text) => {
    expect(textOf(page(body))).toMatch(text);
  });
});

it("a text keeps its characters and entities", () => {
  const text = "if (a &lt; b &amp;&amp; c) &amp;amp; &#x3c;p&#x3e; AT&T &copy 2026 \ufdd0";
  const html = `<article><h1>Code</h1>${`<p>${text}, and so on, and so on, and so on.</p>`.repeat(9)}</article>`;
  const shown = "if (a < b && c) &amp; <p> AT&T © 2026 , and so on, and so on, and so on.";
  expect(textOf(html).split("\n")).toEqual(["Code", ...Array(9).fill(shown)]);
});
