import { describe, expect, it } from "vitest";
import { cleanParagraphs, markupText } from "../../../lambdas/shared/html/markup-text.ts";

describe("the text of markup", () => {
  it.each([
    ["<p>one</p><p>two</p>", "one\ntwo"],
    ["one<br>two<hr>three", "one\ntwo\nthree"],
    ["<div>one<div>two</div></div>three", "one\ntwo\nthree"],
    ["one<b>t</b>wo <i>three</i>", "onetwo three"],
    ["one<img alt=x>two<wbr>three", "onetwothree"],
    ["see <a href=/>here</a>, <label>name</label>", "see here, name"],
    ["one\n  two\tthree", "one two three"],
    ["<p>one\ntwo</p>", "one two"],
    ["<pre>one\ntwo</pre>three\nfour", "one\ntwo\nthree four"],
    ["<pre><pre>one</pre>two\nthree</pre>four\nfive", "one\ntwo\nthree\nfour five"],
    ["</pre>one\ntwo", "one two"],
    ["&lt;b&gt; &amp;amp; &copy;", "<b> &amp; ©"],
    ["one<script>no</script><!-- no --><style>no</style>two", "onetwo"],
    ["<ruby>東<rp>(</rp><rt>ひがし</rt><rp>)</rp></ruby>京", "東京"],
    ["<ruby>東<rt>ひが<b>し</b></ruby>京", "東京"],
    ["<ruby>東<rt>ひがし</rt>京</ruby>", "東京"],
    ["<ruby>東<rt>ひがし<p>京", "東\n京"],
    ["", ""],
  ])("of %s", (html, text) => {
    expect(markupText(html)).toBe(text);
  });

  it("is limited before and after it is cleaned", () => {
    expect(markupText("a".repeat(400_000))).toHaveLength(100_000);
    expect(markupText("&amp;".repeat(100_000))).toHaveLength(100_000);
    expect(markupText(`${"\u200b".repeat(300_001)}<p>${"a".repeat(10)}</p>`)).toBe("");
  });

  it("is found after any number of empty elements", () => {
    expect(markupText(`${"<p><b>".repeat(300_001)}text`)).toBe("text");
  });
});

it("paragraphs are clean, not empty, and 100,000 code units at the most", () => {
  expect(cleanParagraphs([" one\u200b  two ", "", "\u0000", "three"])).toBe("one two\nthree");
  const cut = cleanParagraphs(["a".repeat(60_000), "b".repeat(60_000), "cc"]);
  expect(cut).toBe(`${"a".repeat(60_000)}\n${"b".repeat(39_999)}`);
  expect(cleanParagraphs(["a".repeat(99_999), "b"])).toHaveLength(99_999);
  expect(cleanParagraphs(["a".repeat(99_998), "b"])).toHaveLength(100_000);
});
