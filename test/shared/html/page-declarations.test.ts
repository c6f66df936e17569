import { describe, expect, it } from "vitest";
import {
  baseAddress,
  metaTexts,
  pageDeclarations,
  webAddress,
} from "../../../lambdas/shared/html/page-declarations.ts";

describe("the declarations of a page", () => {
  it("are its elements with the attributes that are read, its titles and its JSON-LD, wherever they are", () => {
    const { elements, links, titles, jsonLd } = pageDeclarations(`<html lang=en class=x><title>One</title><p>
      <base href="/b/"><meta name=a content="1"><link rel=icon href=i sizes=any title=no>
      <svg><title>no</title></svg><script type="Application/LD+JSON">{}</script><script>no</script>
      </link href=no><template type="application/ld+json">no</template></html>`);
    expect(elements.map(({ name, attributes }) => [name, Object.fromEntries(attributes)])).toEqual([
      ["html", { lang: "en", class: "x" }],
      ["base", { href: "/b/" }],
      ["meta", { name: "a", content: "1" }],
    ]);
    expect(links.map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
      { rel: "icon", href: "i", sizes: "any", title: "no" },
    ]);
    expect([titles, jsonLd]).toEqual([["One"], ["{}"]]);
  });

  it("are limited in number and length", () => {
    const script = (length: number) => `<script type=application/ld+json>${"a".repeat(length)}</script>`;
    const page = pageDeclarations(
      "<meta>".repeat(501) +
        "<link>".repeat(301) +
        `<title>${"&amp;".repeat(6_000)}</title>`.repeat(4) +
        [150_000, 50_001, 50_000, 1].map(script).join(""),
    );
    expect(page.elements).toHaveLength(500);
    expect(page.links).toHaveLength(300);
    expect(page.titles).toEqual(Array(3).fill("&".repeat(5_000)));
    expect(page.jsonLd.map(({ length }) => length)).toEqual([150_000, 50_000]);
    expect(pageDeclarations(script(1).repeat(101)).jsonLd).toHaveLength(100);
  });
});

describe("the texts of meta elements", () => {
  it("have a name by the first name attribute that is not empty, and come in the order of the names", () => {
    const texts = metaTexts(
      pageDeclarations(`<meta name="b" content="2 &amp; 3"><meta property=" A " name=b content=1>
        <meta property="" name=b content=4><meta itemprop=c content=5><meta http-equiv=d content=6><meta name=b>
        <meta content=7><base name=b content=8>`),
    );
    expect(texts("a", "b")).toEqual(["1", "2 & 3", "4"]);
    expect(texts("d", "c", "e")).toEqual(["6", "5"]);
    expect(texts("")).toEqual(["7"]);
  });

  it("are three for each name, each of 5,000 code units at the most", () => {
    const texts = metaTexts(pageDeclarations([1, 2, 3, 4].map((value) => `<meta name=a content=${value}>`).join("")));
    expect(texts("a")).toEqual(["1", "2", "3"]);
    expect(metaTexts(pageDeclarations(`<meta name=a content=${"a".repeat(5_001)}>`))("a")).toEqual(["a".repeat(5_000)]);
  });
});

describe("an address on a page", () => {
  const base = new URL("https://blog.example/posts/");

  it.each([
    [" ../a?b ", "https://blog.example/a?b"],
    ["//other.example/", "https://other.example/"],
    ["http://other.example/", "http://other.example/"],
    ["", null],
    ["  ", null],
    ["http://[", null],
    ["javascript:alert(1)", null],
    ["https://bob@other.example/", null],
    ["https://:secret@other.example/", null],
    [`/${"a".repeat(100_000)}`, null],
  ])("%.30j is %j", (reference, address) => {
    expect(webAddress(reference, base)?.href ?? null).toBe(address);
  });

  it.each([
    ["<base href='/b/'>", "https://blog.example/b/"],
    ["<meta href='/no/'><base href='/b/'>", "https://blog.example/b/"],
    ["<base target=_top><base href='https://cdn.example/?a&amp;b'><base href=no>", "https://cdn.example/?a&b"],
    ["<base href='javascript:0'>", base.href],
    ["<base href=''>", base.href],
    ["<p href=/no/>", base.href],
  ])("is resolved against the base of %s", (html, address) => {
    expect(baseAddress(pageDeclarations(html), base).href).toBe(address);
  });
});
