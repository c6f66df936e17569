import { expect, it } from "vitest";
import { htmlAfter } from "../article-of-tests.ts";

/** The source code in the kept text of an article, without the elements around it. */
const source = (markup: string): string =>
  /^(?:<figure>)?<pre>(?:<code>)?([^<]*)(?:<\/code>)?<\/pre>(?:<\/figure>)?<p>end<\/p>$/.exec(
    htmlAfter(`${markup}<p>end</p>`),
  )?.[1] ?? htmlAfter(`${markup}<p>end</p>`);

const cell = (kind: string, number: number, line: string) =>
  `<tr><td class="${kind}-num ${kind}-numbers" data-line-number="${number}"></td><td class="${kind}-code">${line}</td></tr>\n`;

// https://github.com/mozilla/readability/issues/532, https://github.com/jimniels/readlists/issues/18,
// https://github.com/cotes2020/jekyll-theme-chirpy/issues/1605
it.each([
  ["line breaks", "<pre><code>a<br>&nbsp;&nbsp;b<br><br>c</code></pre>", "a\n  b\n\nc"],
  ["tabs", "<pre>a\n\tb\n\t\tc</pre>", "a\n\tb\n\t\tc"],
  ["a block a line", "<pre><div><div>a</div><div>\tb</div><div><br></div><div>c</div></div></pre>", "a\n\tb\n\nc"],
  [
    "items of a list",
    "<pre><code><ol>\n<li><span>a</span></li>\n<li><span>  b</span></li>\n</ol></code></pre>",
    "a\n  b",
  ],
  [
    "lines shown as blocks",
    '<pre><code><span style="display:block">a</span><span style="display:block">  b</span></code></pre>',
    "a\n  b",
  ],
  [
    "Shiki",
    '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">  b</span></code></pre>',
    "a\n\n  b",
  ],
  [
    "Shiki without line ends",
    '<pre><code><span class="line">a</span><span class="line">  b</span></code></pre>',
    "a\n  b",
  ],
  [
    "GitHub",
    `<table class="highlight">${cell("blob", 1, "a")}${cell("blob", 2, "")}${cell("blob", 3, "\tb")}</table>`,
    "a\n\n\tb",
  ],
  [
    "highlightjs-line-numbers",
    `<pre><code><table class="hljs-ln"><tbody>${cell("hljs-ln", 1, "a")}${cell("hljs-ln", 2, "  b")}</tbody></table></code></pre>`,
    "a\n  b",
  ],
  [
    "Rouge",
    '<code><table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\n  b\n</pre></td></tr></table></code>',
    "a\n  b\n",
  ],
  [
    "Pygments",
    '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>a\n  b</pre></div></td></tr></table>',
    "a\n  b",
  ],
  [
    "Pygments in a line",
    '<pre><span></span><span class="linenos">1</span>a\n<span class="linenos">2</span>  b</pre>',
    "a\n  b",
  ],
  [
    "Hexo",
    '<figure class="highlight"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line">  b</span><br></pre></td></tr></table></figure>',
    "a\n  b\n",
  ],
  [
    "Chroma",
    '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code><span class="line"><span class="cl">a\n</span></span><span class="line"><span class="cl">  b\n</span></span></code></pre></td></tr></table>',
    "a\n  b\n",
  ],
  [
    "react-syntax-highlighter",
    '<pre><code><span class="linenumber" style="user-select:none">1</span>a\n<span style="-webkit-user-select: none">2</span>  b</code></pre>',
    "a\n  b",
  ],
  [
    "a style that keeps white space",
    '<div style="font-family: monospace; white-space: pre;">a\n    b</div>',
    "a\n    b",
  ],
  ["an old element", "<xmp>a\n  b</xmp>", "a\n  b"],
])("white space of code stays: %s", (_kind, markup, text) => {
  expect(source(markup)).toBe(text);
});

it.each([
  [
    "a table of data",
    "<table><tr><td>1</td><td>x</td></tr></table>",
    "<table><tbody><tr><td>1</td><td>x</td></tr></tbody></table>",
  ],
  [
    "a line of code that is a number",
    "<pre><span class=line>42</span>\n<span class=line>43</span></pre>",
    "<pre>42\n43</pre>",
  ],
  ["a number with another text", '<pre><span class="line-number">a1</span></pre>', "<pre>a1</pre>"],
  ["text that only wraps", '<p style="white-space: pre-wrap">a   b</p>', "<p>a b</p>"],
])("is as it was: %s", (_what, markup, html) => {
  expect(htmlAfter(markup)).toBe(html);
});
