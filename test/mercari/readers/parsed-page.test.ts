import type { HTMLElement, Node } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { isElement } from "../../../lambdas/mercari/readers/page-tree.ts";
import { parsedPage } from "../../../lambdas/mercari/readers/parsed-page.ts";

const END = "</html>";

/** A node as `name(content)`, or as its text. */
function outline(node: Node): string {
  return isElement(node) ? `${node.rawTagName}(${outlines(node)})` : node.text;
}

function outlines({ childNodes }: HTMLElement): string {
  return childNodes.map(outline).join(" ");
}

/** The tree of a whole document with this content. */
function treeOf(inside: string): string | undefined {
  const page = parsedPage(`<html>${inside}</html>`);
  return page === null ? undefined : /^html\((.*)\)$/s.exec(outlines(page))?.[1];
}

describe("the tree of a page", () => {
  it.each([
    ["a script", "<p>a</p><script>'<p>no</p>'</script><p>b</p>"],
    ["a script in capitals", "<p>a</p><SCRIPT type=x>no</SCRIPT ><p>b</p>"],
    ["a script that seems to close itself", "<p>a</p><script src=x />no</script><p>b</p>"],
    ["a script with tags in its attributes", '<p>a</p><script data-x="<main>">no</script><p>b</p>'],
    ["styles and templates", "<p>a</p><style>p{}</style><template><p>no</p></template><p>b</p>"],
    ["content for browsers without scripts", "<p>a</p><noscript><p>no</p></noscript><p>b</p>"],
    ["the title", "<p>a</p><title><main>no</title><p>b</p>"],
    ["drawings", "<p>a</p><svg><title/><path d=x /><text>no</text></svg><svg/><p>b</p>"],
    ["comments", "<p>a</p><!-- <p>no</p> --><!----><!--><!-- --><p>b</p>"],
    ["declarations", "<!DOCTYPE html><p>a</p><?xml?><p>b</p>"],
  ])("has no %s", (_name, inside) => {
    expect(treeOf(inside)).toBe("p(a) p(b)");
  });

  it.each([
    ["<p title='<!--'>a</p>", "p(a)"],
    ['<p title="<script ">a</p>', "p(a)"],
    ["<p>1 < 2 <3 </3></p>", "p(1 < 2 <3 )"],
    ["<scripted>a</scripted>", "scripted(a)"],
    ["<P>a</P>", "p(a)"],
    ["<p>a<br>b<img src=/x/>c<br/></p>", "p(a br() b img() c br())"],
  ])("has all of %j", (inside, tree) => {
    expect(treeOf(inside)).toBe(tree);
  });

  it.each([
    ["<div><b>a</div>", "div(b(a))"],
    ["<div><figure><p>a</div><p>b</p>", "div(figure(p(a))) p(b)"],
    ["<ul><li>a<li>b</ul>", "ul(li(a) li(b))"],
    ["<p>a<div>b</div>", "p(a) div(b)"],
    ["a</div></b>b", "ab"],
    ["<div><b>a</b></b>c</div>", "div(b(a) c)"],
    ["<DIV>a</div>", "div(a)"],
    ["<a href=/item/m1/>c", "a(c)"],
    ['<p title="a > b">a</p>', "p(a)"],
  ])("closes every element: %j", (inside, tree) => {
    expect(treeOf(inside)).toBe(tree);
  });

  it.each([
    ["<p>1<!-- -->,000</p>", "p(1,000)"],
    ["<p>a &amp; b &yen;1</p>", "p(a & b ¥1)"],
  ])("has one text between two tags, its entities decoded: %j", (inside, tree) => {
    expect(treeOf(inside)).toBe(tree);
  });

  it.each([
    ['<p id="a &gt; b">', "a > b"],
    ['<p id="a > b">', "a > b"],
    ["<p id=/item/m1/>", "/item/m1/"],
    ["<p title='id' ID=a id=b>", "a"],
    ["<p id>", ""],
    ["<p id='?a=1&copy=2&amp;b'>", "?a=1&copy=2&b"],
    ["<p title=id>", undefined],
  ])("has an attribute of %j", (tag, value) => {
    const page = parsedPage(`<html>${tag}</html>`) ?? expect.unreachable("no document");
    expect(page.querySelector("p")?.getAttribute("id")).toBe(value);
  });

  it("may begin with a text", () => {
    expect(outlines(parsedPage("a<html><p>b</p></html>") ?? expect.unreachable("no document"))).toBe("a html(p(b))");
  });

  it("is empty beyond the limits of nesting, elements and shown markup", () => {
    expect(parsedPage(`<html>${"<b>".repeat(250)}</html>`)?.childNodes).toEqual([]);
    expect(treeOf("<b>".repeat(249))).toBe(`${"b(".repeat(249)}${")".repeat(249)}`);
    expect(parsedPage(`<html>${"<br>".repeat(25_000)}</html>`)?.childNodes).toEqual([]);
    expect(treeOf("<br>".repeat(24_999))?.length).toBe("br() ".length * 24_999 - 1);
    const room = 1_400_000 - "<html></html>".length;
    expect(parsedPage(`<html>${"x".repeat(room + 1)}</html>`)?.childNodes).toEqual([]);
    expect(treeOf("x".repeat(room))?.length).toBe(room);
  });
});

describe("the end of a document", () => {
  it.each(["</html>", `<p>a</p>${END}\n`, "<p>a</p></HTML >", `${END}<!-- served in 3 ms -->\n`])(
    "is found in %j",
    (html) => {
      expect(parsedPage(`<html>${html}`)).not.toBeNull();
    },
  );

  it.each([
    "",
    "<p>a</p>",
    "<p>a</p><scr",
    `<p>a</p>${END.slice(0, -1)}`,
    `<script>'${END}'`,
    `<!-- ${END}`,
    `<p title="${END}`,
    `${END}<p>`,
    `${END}a`,
    `${END}a<!-- x -->`,
    `${END}<3`,
    `${END}<!--`,
    `${END}<script></script>`,
  ])("is missing in %j", (html) => {
    expect(parsedPage(`<html>${html}`)).toBeNull();
  });
});
