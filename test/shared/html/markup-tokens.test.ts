import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markupTokens } from "../../../lambdas/shared/html/markup-tokens.ts";

/** Texts, tags by their names, opaque elements by name and content. */
function walk(html: string, opaque?: ReadonlySet<string>): string[] {
  return Array.from(markupTokens(html, opaque), (token) => {
    if (token.kind === "text") return token.text;
    if (token.kind === "inside") return `${token.name}=${token.text}`;
    return token.kind === "end" ? `</${token.name}>` : `<${token.name}>`;
  });
}

describe("markupTokens", () => {
  it.each([
    ["<p class=a>text</p>", ["<p>", "text", "</p>"]],
    ["<P\n>text</P >", ["<p>", "text", "</p>"]],
    ["<br/><x-y>", ["<br>", "<x-y>"]],
    ["a &lt; b&amp;amp;&copy 1&#x1f600;&bogus;", ["a < b&amp;© 1😀&bogus;"]],
    ["<title>a &amp; b</title>", ["<title>", "title=a & b"]],
    ["1 < 2 <3 </4>", ["1 < 2 <3 "]],
    ["<!doctype html><!-- <p> --><?x <p?>a", ["a"]],
    ["a<!-->b<!--->c<![CDATA[d]]>", ["abc"]],
    ["<a title=\"1 > 0\" alt='>'>b", ["<a>", "b"]],
    ["<a title=it's\">b", ["<a>", "b"]],
    ["<script>if (a<b) '</p>'</script>x", ["<script>", "script=if (a<b) '</p>'", "x"]],
    ["<title>a <b></TITLE\n>x", ["<title>", "title=a <b>", "x"]],
    ["<style></styles></style>x", ["<style>", "style=</styles>", "x"]],
    ["<svg><title>icon</title></svg>x", ["<svg>", "svg=icon", "x"]],
    ["<svg/>x<math />y", ["<svg>", "svg=", "x", "<math>", "</math>", "y"]],
    ["<noscript><p>a</p></noscript>x", ["<noscript>", "noscript=a", "x"]],
    ["a</script>b", ["a", "</script>", "b"]],
  ])("of %j", (html, tokens) => {
    expect(walk(html)).toEqual(tokens);
  });

  it.each([["a<p class="], ["a<!-- b"], ["a<script>b"], ["a<title>b</title"], ["a<p title='>"], ["a<!"]])(
    "leaves out a tag that was cut off: %j",
    (html) => {
      expect(walk(html)[0]).toBe("a");
      expect(walk(html).join("")).not.toContain("b");
    },
  );

  it.each([
    ["a<svg><path><p>b</p>", ["a", "<svg>", "<path>", "<p>", "b", "</p>"]],
    [
      "<select><option>a<p>b<button>c</button>",
      ["<select>", "<option>", "a", "<p>", "b", "<button>", "c", "</button>"],
    ],
    ["<video src=x><canvas><p>a<title>b", ["<video>", "<canvas>", "<p>", "a", "<title>"]],
  ])("splits the content of an element of markup without an end: %j", (html, tokens) => {
    expect(walk(html)).toEqual(tokens);
  });

  it("splits all elements that its reader does not call opaque", () => {
    expect(walk("<svg><p>a</p></svg>", new Set(["p"]))).toEqual(["<svg>", "<p>", "p=a", "</svg>"]);
  });

  it("cuts a very long text inside of an opaque element", () => {
    expect(walk(`<title>${"&lt;".repeat(100_002)}</title>`)[1]).toBe(`title=${"<".repeat(100_001)}`);
  });

  it("finds the same wherever a long page is cut into pieces", () => {
    const unit = "<p class='a&amp;b'>text &lt; <!-- no --> more</p><script>if (a<b)</script>";
    // A text may be cut there, too.
    expect(walk(unit.repeat(1_000)).join("")).toBe(walk(unit).join("").repeat(1_000));
  });

  it("ends on any text, and returns no part twice", () => {
    const unit = fc.oneof(
      fc.constantFrom("<", ">", "</", "<!--", "-->", '"', "=", "<a ", "<script>", "</script>"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const html = units.join("");
        const texts = Array.from(markupTokens(html), (token) => ("text" in token ? token.text : ""));
        expect(texts.join("").length).toBeLessThanOrEqual(html.length);
      }),
    );
  });
});

describe("the attributes of a tag", () => {
  function read(markup: string) {
    const [token] = markupTokens(markup);
    return token !== undefined && "attributes" in token ? Object.fromEntries(token.attributes) : null;
  }

  it.each([
    ["<a href=x>", { href: "x" }],
    ["<a HREF = 'x y' CLASS=\"&amp;\">", { href: "x y", class: "&" }],
    ["<a hidden class=''>", { hidden: "", class: "" }],
    ["<a href=1 href=2>", { href: "1" }],
    ['<a title="the hidden class=x" href=y>', { title: "the hidden class=x", href: "y" }],
    ["<a href='?a=1&copy=2&amp;b&lt;'>", { href: "?a=1&copy=2&b<" }],
    ["<a title=it's\">", { title: "it's\"" }],
    ["<script type=x></script>", { type: "x" }],
    ["<a/href=x/>", { href: "x/" }],
    ["<a>", {}],
  ])("of %j", (markup, attributes) => {
    expect(read(markup)).toEqual(attributes);
  });

  it("are left out where they have more than 100,000 character references", () => {
    const long = (length: number) => `<a title="${"&lt;".repeat(length)}" href=y>`;
    // The last piece is what follows the last reference: nothing.
    expect(read(long(99_999))).toEqual({ title: "<".repeat(99_999), href: "y" });
    expect(read(long(100_001))).toEqual({ href: "y" });
  });

  it("are the first 200", () => {
    const names = Array.from({ length: 201 }, (_, index) => `a${index}`);
    expect(Object.keys(read(`<a ${names.join(" ")}>`) ?? {})).toEqual(names.slice(0, 200));
  });
});
