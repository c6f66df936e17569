import type { HTMLElement } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { isShell } from "../../../lambdas/mercari/readers/page-error.ts";
import { isElement, isWithin, mainParts, nodesIn, textOf } from "../../../lambdas/mercari/readers/page-tree.ts";
import { parsedPage } from "../../../lambdas/mercari/readers/parsed-page.ts";
import { pageStates, statementLines } from "../../../lambdas/mercari/readers/statement-lines.ts";

/** The tree of a document with this content. */
function treeOf(inside: string): HTMLElement {
  return parsedPage(`<html>${inside}</html>`) ?? expect.unreachable("no document");
}

describe("the text of an element", () => {
  it.each([
    ["<p>a <b>b<i>c</i></b>d</p>", "a bcd"],
    ["<p>a<br>b</p>c", "a\nbc"],
    ["<p>Q&amp;A</p>", "Q&A"],
  ])("in %j is %j", (inside, text) => {
    expect(textOf(treeOf(inside))).toBe(text);
  });

  it("lacks the elements that are left out, with all that is in them", () => {
    expect(textOf(treeOf("a<b>b<i>c</i></b>d"), ({ rawTagName }) => rawTagName === "b")).toBe("ad");
  });

  it.each([
    ["one text", "x".repeat(25_000), "x".repeat(10_000)],
    ["texts up to the limit", `${"x".repeat(10_000)}<b>y</b>`, `${"x".repeat(10_000)}y`],
    [
      "texts beyond the limit",
      `${"x".repeat(6_000)}<b>${"y".repeat(4_001)}</b>z`,
      `${"x".repeat(6_000)}${"y".repeat(4_001)}`,
    ],
    // The root's child is a node, and so is each element and its text.
    ["many nodes", "<b>x</b>".repeat(600), "x".repeat(499)],
    ["many nodes side by side", `${"<br>".repeat(1_200)}x`, "\n".repeat(999)],
  ])("is cut after %s", (_what, inside, text) => {
    expect(textOf(treeOf(inside))).toBe(text);
  });
});

describe("the elements of a page", () => {
  const names = (elements: readonly HTMLElement[]) => elements.map(({ rawTagName }) => rawTagName).join(" ");
  const tree = treeOf("<main><div><b>a</b><main><i>b</i></main></div></main><p></p><main>c</main>");

  it("are found in the order of the document, without those that are left out", () => {
    expect(names([...nodesIn(tree)].filter(isElement))).toBe("html main div b main i p main");
    expect(names([...nodesIn(tree, ({ rawTagName }) => rawTagName === "div")].filter(isElement))).toBe(
      "html main p main",
    );
  });

  it("are its main parts, without those inside another one", () => {
    expect(mainParts(tree).map((element) => textOf(element))).toEqual(["ab", "c"]);
  });

  it("are inside of others, and of themselves", () => {
    const [outer = tree, last = tree] = mainParts(tree);
    const inner = outer.querySelector("i") ?? tree;
    const isOf = (main: HTMLElement) => (around: HTMLElement) => around === main;
    expect([isWithin(inner, isOf(outer)), isWithin(outer, isOf(outer)), isWithin(inner, isOf(last))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("a shell that no script has filled", () => {
  it.each([
    ["", true],
    ["<main></main>", true],
    ["<main><p> \n<b>&nbsp;</b></p></main>", true],
    ["<main> \n</main><footer>©</footer>", true],
    ["<main></main><main>a</main>", false],
    ["<main>a</main>", false],
    ["<p>a</p>", false],
    ['<main>a<div data-testid="loading-skeleton"></div></main>', true],
    ['<main>a<div class="merSkeleton"></div></main>', true],
    ['<main>a<div class="x merSkeleton y"></div></main>', true],
    ['<main>a<div class="xmerSkeleton"></div></main>', false],
    ['<main>a<div class="merSkeletonx"></div></main>', false],
    ['<main>a</main><div class="merSkeleton"></div>', false],
    ['<p>a</p><div class="merSkeleton"></div>', true],
  ])("is %j: %s", (inside, isOne) => {
    expect(isShell(treeOf(inside))).toBe(isOne);
  });
});

describe("the lines that a page itself states", () => {
  it.each([
    ["<p>a b</p>\n<p>c</p>", ["ab", "c"]],
    ["a<p>b</p>c", ["a", "b", "c"]],
    ["a<span>b<b>c</b></span>d", ["abcd"]],
    ["<p>a<br>b</p>", ["a\nb"]],
    ["<p>a</p><div><p></p></div>", ["a"]],
    ["a<pre>no</pre>b", ["ab"]],
    ["<dialog>no</dialog><dialog open>a</dialog>", ["a"]],
    ["<p hidden>no</p><p>a</p>", ["a"]],
  ])("in %j are %j", (inside, lines) => {
    expect(statementLines(treeOf(inside))).toEqual(lines);
  });

  it.each([
    ["display:none", true],
    ["color:red; DISPLAY : None !important", true],
    ["visibility : hidden", true],
    ["visibility:hidden", true],
    ["x-display:none", false],
    ["color:red display:none", false],
    ["display:nonesuch", false],
    ["visibility:hiddenx", false],
    ["display:block", false],
  ])("are hidden by the style %j: %s", (style, isHidden) => {
    expect(statementLines(treeOf(`<p style="${style}">a</p>`))).toEqual(isHidden ? [] : ["a"]);
  });

  it.each(["item-cell", "description", "comment", "comment-list"])("are not those of users, in %s", (testId) => {
    expect(statementLines(treeOf(`<div data-testid="${testId}"><p>no</p></div><p>a</p>`))).toEqual(["a"]);
  });

  it.each([
    ["<main><p>S</p></main>", true],
    ["<main><p>S。More.</p></main>", true],
    ["<main>S</main>", true],
    ["<main><p>More.<br>S</p></main>", true],
    ["<main><p>S<br>S</p></main>", true],
    ["<main><p>x</p></main><main><p>S</p></main>", true],
    ["<main><p>x</p><main><p>S</p></main></main>", true],
    ["<main><p>Sx</p></main>", false],
    ["<main><p>x。S</p></main>", false],
    ["<p>S</p>", false],
    ["<div hidden><main><p>S</p></main></div>", false],
    ["<main hidden><p>S</p></main>", false],
  ])("are in its main part: %j is %s", (inside, isStated) => {
    expect(pageStates(treeOf(inside), ["other", "S"])).toBe(isStated);
  });
});
