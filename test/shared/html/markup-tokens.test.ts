import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markupTokens, tagAttributes } from "../../../lambdas/shared/html/markup-tokens.ts";
import { load } from "../../load.ts";

/** Texts unchanged, tags by their names, opaque elements by name and content. */
function walk(html: string): string[] {
  return Array.from(markupTokens(html), (token) => {
    if (token.kind === "text") return token.text;
    if (token.kind === "opaque") return `${token.name}=${token.inside}`;
    return token.kind === "start" ? `<${token.name}>` : `</${token.name}>`;
  });
}

describe("markupTokens", () => {
  it.each([
    ["<p class=a>text</p>", ["<p>", "text", "</p>"]],
    ["<P\n>text</P >", ["<p>", "text", "</p>"]],
    ["<br/><x-y>", ["<br>", "<x-y>"]],
    ["a &lt; b", ["a &lt; b"]],
    ["1 < 2 <3 </ 4", ["1 ", "<", " 2 ", "<", "3 ", "<", "/ 4"]],
    ["<!doctype html><!-- <p> --><?x <p?>a", ["a"]],
    ["a<!-->b<!--->c", ["a", "b", "c"]],
    ["<a title=\"1 > 0\" alt='>'>b", ["<a>", "b"]],
    ["<a title=it's\">b", ["<a>", "b"]],
    ["<script>if (a<b) '</p>'</script>x", ["script=if (a<b) '</p>'", "x"]],
    ["<title>a <b></TITLE\n>x", ["title=a <b>", "x"]],
    ["<style></styles></style>x", ["style=</styles>", "x"]],
    ["<svg><title>icon</title></svg>x", ["svg=<title>icon</title>", "x"]],
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

  it("ends on any text, and returns no part twice", () => {
    const unit = fc.oneof(
      fc.constantFrom("<", ">", "</", "<!--", "-->", '"', "=", "<a ", "<script>", "</script>"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const html = units.join("");
        expect(walk(html).join("").length).toBeLessThanOrEqual(html.length + units.length * "script=".length);
      }),
    );
  });

  it("takes linear time on a hostile page", () => {
    for (const unit of [
      "<",
      "<a",
      '<a b="',
      "<a b='",
      "<!--",
      "<script>",
      "</script",
      "<a =  ",
      "</",
      "<title></title",
    ]) {
      expect(walk(unit.repeat(load(2_000_000, 200_000) / unit.length)).length).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("tagAttributes", () => {
  const wanted = new Set(["class", "href", "hidden"]);
  const read = (markup: string) => Object.fromEntries(tagAttributes({ name: "a", markup }, wanted));

  it.each([
    ["<a href=x>", { href: "x" }],
    ["<a HREF = 'x y' CLASS=\"&amp;\">", { href: "x y", class: "&amp;" }],
    ["<a hidden class=''>", { hidden: "", class: "" }],
    ["<a href=1 href=2>", { href: "1" }],
    ['<a title="the hidden class=x" href=y>', { href: "y" }],
    ["<a/href=x/>", { href: "x/" }],
    ["<a>", {}],
  ])("of %j", (markup, attributes) => {
    expect(read(markup)).toEqual(attributes);
  });

  it("are read from the first 20,000 code units of a tag", () => {
    expect(read(`<a href=x ${"a".repeat(20_000)} class=y>`)).toEqual({ href: "x" });
  });
});
