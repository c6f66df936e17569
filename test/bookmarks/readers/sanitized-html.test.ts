import { describe, expect, it } from "vitest";
import { paragraphsHtml } from "../../../lambdas/bookmarks/readers/paragraphs-html.ts";
import { sanitizedHtml } from "../../../lambdas/bookmarks/readers/sanitized-html.ts";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";

const BASE = new URL("https://page.example/a/b");
const sanitized = (html: string) => sanitizedHtml(markupTokens(html), BASE);

describe("sanitizedHtml", () => {
  it.each([
    ["headings", "<h1>a</h1><h2>b</h2><h3>c</h3><h5>d</h5>", "<h2>a</h2><h2>b</h2><h3>c</h3><h4>d</h4>"],
    ["plain blocks", "<div>a</div>b<section><p>c<p>d</section>", "<p>a</p><p>b</p><p>c</p><p>d</p>"],
    ["inline formatting", "<p>a <b>b</b><i>c</i> <u>d</u></p>", "<p>a <strong>b</strong><em>c</em> d</p>"],
    ["formatting over two blocks", "<em>a<p>b</em>c", "<p><em>a</em></p><p><em>b</em>c</p>"],
    ["formatting that is left open", "<p><em>a</p><p>b</p>", "<p><em>a</em></p><p>b</p>"],
    [
      "formatting after many blocks that it ends in",
      `${"<em><p>a</em></p>".repeat(40)}<p><em>b`,
      `${"<p><em>a</em></p>".repeat(40)}<p><em>b</em></p>`,
    ],
    ["code", "<pre><code>\n  if (a)\n\n\tb\n</code></pre>", "<pre><code>  if (a)\n\n\tb\n</code></pre>"],
    ["code in blocks", "<pre><div>a</div><div> b</div></pre>c", "<pre>a\n b\n</pre><p>c</p>"],
    [
      "a list",
      "<ul>\n<li>a\n<li><p>b</p> <ol><li>c</ol></ul>",
      "<ul><li>a </li><li><p>b</p><ol><li>c</li></ol></li></ul>",
    ],
    ["a list without items", "<ul>a<p>b</p></ul>", "<ul><li>a<p>b</p></li></ul>"],
    ["blocks in an item", "<ul><li><div>a</div><div>b</div></li></ul>", "<ul><li>a<p>b</p></li></ul>"],
    ["an item without a list", "<li>a</li><li>b</li>", "<p>a</p><p>b</p>"],
    [
      "a table",
      "<table id=x><caption>a</caption><thead><tr><th scope=col colspan=2>b<tbody><tr><td colspan=2 rowspan=9999>c<td></table>",
      '<table><caption>a</caption><thead><tr><th scope="col">b</th></tr></thead><tbody><tr><td colspan="2" rowspan="100">c</td><td></td></tr></tbody></table>',
    ],
    [
      "rows without a body",
      "<table>a<tr>b<td>c</table>",
      "<table><tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>",
    ],
    ["a cell without a table", "<tr><td>a</td><td>b</td></tr>", "<p>a</p><p>b</p>"],
    [
      "a table in a cell",
      "<table><tr><td><table><tr><td>a</table></ul></td><td>b</table>",
      "<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table></td><td>b</td></tr></tbody></table>",
    ],
    ["definitions", "<dl>a<dt>b<dd>c<p>d</dl>", "<dl><dd>a</dd><dt>b</dt><dd>c<p>d</p></dd></dl>"],
    ["a figure", "<figure>a<figcaption>b</figcaption></figure>", "<figure><p>a</p><figcaption>b</figcaption></figure>"],
    ["a quotation", "<blockquote>a<footer>b</footer></blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"],
    [
      "ruby",
      "<p><ruby>字<rp>(</rp><rt>じ<rp>)</rp></ruby>の",
      "<p><ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>の</p>",
    ],
    ["parts of ruby without ruby", "<p>a<rt>b</rt><rb>c</rb><rp>d</rp></p>", "<p>abcd</p>"],
    [
      "a base of ruby",
      "<p><ruby><rb>字<rt>じ<rb>体<rt>たい</ruby>の",
      "<p><ruby><rb>字</rb><rt>じ</rt><rb>体</rb><rt>たい</rt></ruby>の</p>",
    ],
    [
      "ruby after ruby that is left open",
      "<p><ruby>字<rt>じ<ruby>体<rt>たい</ruby>の",
      "<p><ruby>字<rt>じ</rt></ruby><ruby>体<rt>たい</rt></ruby>の</p>",
    ],
    [
      "a link after a link that is left open",
      "<p><a href=/c>d<a href=/e>f</a>g",
      '<p><a href="https://page.example/c">d</a><a href="https://page.example/e">f</a>g</p>',
    ],
    [
      "an image with its formatting",
      "<p>a<em><img src=/c.png></em></p>",
      '<p>a<em><img src="https://page.example/c.png" alt=""></em></p>',
    ],
    ["breaks in code", "<pre>a<br>b<h2>c</h2></pre>", "<pre>a\nb\nc\n</pre>"],
    ["no space after a break", "<p>a<em><br> b</em></p>", "<p>a<em><br>b</em></p>"],
    ["no break between items", "<ul><li>a</li><br><li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["a rule within formatting", "<ul><li><em>a<hr>b</ul>", "<ul><li><em>a</em><hr><p><em>b</em></p></li></ul>"],
    [
      "thirty blocks in one another",
      `${"<blockquote>".repeat(40)}a`,
      `${"<blockquote>".repeat(30)}<p>a</p>${"</blockquote>".repeat(30)}`,
    ],
    [
      "an item in the deepest list",
      `${"<blockquote>".repeat(29)}<ul>a`,
      `${"<blockquote>".repeat(29)}<ul><li>a</li></ul>${"</blockquote>".repeat(29)}`,
    ],
    [
      "the rows of a table without a body",
      "<table><tr><td>a<td>b<tr><td>c</table>",
      "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>",
    ],
    [
      "blocks in a caption as its text",
      "<table><caption><p>a</p><p>b</p></caption><tr><td>c</table>",
      "<table><caption>a b</caption><tbody><tr><td>c</td></tr></tbody></table>",
    ],
    [
      "a list around a table whose cells end it",
      "<ul><li><table><tr><th>a</ul>b</th><td>c</li></table>d",
      "<ul><li><table><tbody><tr><th>a<p>b</p></th><td>c</td></tr></tbody></table><p>d</p></li></ul>",
    ],
    ["an item in a paragraph", "<p>a<li>b</p>", "<p>a</p><p>b</p>"],
    ["the end of an item in a paragraph", "<p>a</li>b</p>", "<p>a</p><p>b</p>"],
    ["thirty elements in one another", `${"<em>".repeat(40)}a`, `<p>${"<em>".repeat(30)}a${"</em>".repeat(30)}</p>`],
    ["breaks and rules", "<p><br>a<br>b</p><br>c<hr>", "<p>a<br>b</p><p>c</p><hr>"],
    [
      "what has an attribute of its own",
      '<p><abbr title="a&quot;b">c</abbr><time datetime=2026-11-27>d</time><span lang=ja dir=x class=y>e</span>',
      '<p><abbr title="a&quot;b">c</abbr><time datetime="2026-11-27">d</time><span lang="ja">e</span></p>',
    ],
    ["a direction in capitals", "<p><span dir=' RTL '>a</span>", '<p><span dir="rtl">a</span></p>'],
    [
      "what has an attribute of another form",
      '<p><span lang="no language">a</span><time datetime="2026<b">b</time><abbr title=" ">c</abbr>',
      "<p>a<time>b</time><abbr>c</abbr></p>",
    ],
    [
      "a long title",
      `<p><abbr title="${"a".repeat(301)}">b</abbr>`,
      `<p><abbr title="${"a".repeat(300)}">b</abbr></p>`,
    ],
    [
      "cells of one column, or no number of them",
      "<table><tr><td colspan=1 rowspan=0>a<td colspan=1e3 rowspan=-2>b</table>",
      "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>",
    ],
    ["a span in a span", "<p><span lang=ja>a<span>b</span>c</span>d", '<p><span lang="ja">abc</span>d</p>'],
    ["white space", "<p> a \n b </p>\n<p>&nbsp;</p>", "<p>a b </p>"],
    ["special characters", "<p>&lt;script&gt; &amp;lt; \"'</p>", "<p>&lt;script&gt; &amp;lt; \"'</p>"],
    ["nothing", "<p></p><ul><li></li></ul><a href=x></a><em> </em>", ""],
    ["controls", "<p>a\0\u202eb\ud800\ufdd0\u200fc", "<p>ab\u200fc</p>"],
  ])("keeps %s", (_what, html, expected) => {
    expect(sanitized(html)).toEqual({ html: expected, truncated: false });
  });

  it.each([
    ["c", "https://page.example/a/c"],
    ["/c?d=e&amp;f", "https://page.example/c?d=e&amp;f"],
    ["#c", "https://page.example/a/b#c"],
    ["//other.example", "https://other.example/"],
    ["HTTP://other.example/x", "http://other.example/x"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    [' https://other.example/"onclick=x ', "https://other.example/%22onclick=x"],
  ])("makes the link %j absolute", (reference, href) => {
    expect(sanitized(`<a href='${reference}'>x</a>`).html).toBe(`<p><a href="${href}">x</a></p>`);
  });

  it.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java&#10;script:alert(1)",
    "&#106;avascript&colon;alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://page.example/1",
    "file:///etc/passwd",
    "ftp://page.example/",
    "https://user:secret@page.example/",
    "tel:1",
    "javascript:alert(1)//mailto:a@b.example",
    "javascript:mailto:a@b.example",
    `mailto:${"x".repeat(2_000)}@b.example`,
    "https://",
    `https://page.example/${"x".repeat(2_000)}`,
  ])("has no link to %j", (reference) => {
    expect(sanitized(`<p><a href="${reference}">x</a></p>`).html).toBe("<p>x</p>");
  });

  it.each([
    ["<img src=c.png alt='d e'>", '<p><img src="https://page.example/a/c.png" alt="d e"></p>'],
    ["<img src=data:image/gif;base64,R data-src=/c.png>", '<p><img src="https://page.example/c.png" alt=""></p>'],
    ["<img srcset='c.png 1x, b.png 2x, d.png 3x' alt=e>", '<p><img src="https://page.example/a/d.png" alt="e"></p>'],
    ["<img srcset=' c.png 2x' alt=e>", '<p><img src="https://page.example/a/c.png" alt="e"></p>'],
    ["<p><img src=mailto:a@b.example alt=d></p>", "<p>d</p>"],
    ["<p>a<img src=count.gif width=2><img src=d.gif height=1px></p>", "<p>a</p>"],
    [
      `<img src=c.png alt='${"d".repeat(501)}'>`,
      `<p><img src="https://page.example/a/c.png" alt="${"d".repeat(500)}"></p>`,
    ],
    [
      "<a href=x>b <img src=c.png alt=d> e</a>",
      '<p><a href="https://page.example/a/x">b <img src="https://page.example/a/c.png" alt="d"> e</a></p>',
    ],
    [
      "<figure><img src=c.png width=640 height='360px'>b</figure>",
      '<figure><img src="https://page.example/a/c.png" alt="" width="640" height="360"><p>b</p></figure>',
    ],
    ["<img src=c.png width=100% height=-1>", '<p><img src="https://page.example/a/c.png" alt=""></p>'],
    ["<p>a<img src=count.gif width=1 height=1><img src=d.gif height=0 alt=x></p>", "<p>a</p>"],
    ["<p><img src=javascript:x alt=d onerror=x></p>", "<p>d</p>"],
    [
      `<img src='c.png?a="<b>' alt='"><script>'>`,
      '<p><img src="https://page.example/a/c.png?a=%22%3Cb%3E" alt="&quot;&gt;&lt;script&gt;"></p>',
    ],
  ])("has the image %s by its own address", (html, expected) => {
    expect(sanitized(html).html).toBe(expected);
  });
});

describe("a content of more than 1 MB", () => {
  it.each([
    ["paragraphs", "", "<p>あいう</p>", /^(?:<p>あいう<\/p>)+$/],
    ["items", "<ul>", "<li>a</li>", /^<ul>(?:<li>a<\/li>)+<\/ul>$/],
    ["rows", "<table>", "<tr><td>a</td></tr>", /^<table><tbody>(?:<tr><td>a<\/td><\/tr>)+<\/tbody><\/table>$/],
  ])("is cut after one of its %s", (_what, before, unit, expected) => {
    const { html, truncated } = sanitized(before + unit.repeat(150_000));
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(html)).toBeGreaterThan(990_000);
    expect(html).toMatch(expected);
  });

  it("is cut in its text when it is one block", () => {
    const { html, truncated } = sanitized(`<p><em>${"&amp;あ".repeat(400_000)}`);
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_000_000);
    expect(html).toMatch(/^<p><em>(?:&amp;あ)+(?:&amp;)?<\/em><\/p>$/);
  });

  it.each(["", "a"].flatMap((start) => ["<", "あ"].map((sign) => [start, sign] as const)))(
    "is cut between two signs of one text, which begins with %j and goes on with %j",
    (start, sign) => {
      const { html, truncated } = paragraphsHtml(start + sign.repeat(600_000));
      expect(truncated).toBe(true);
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_000_000);
      expect(Buffer.byteLength(html)).toBeGreaterThan(990_000);
      const shown = sign === "<" ? "&lt;" : sign;
      expect(html.replaceAll(shown, "")).toBe(`<p>${start}</p>`);
    },
  );
});
