import { describe, expect, it } from "vitest";
import { pageMarkup } from "../../../lambdas/mercari/readers/page-markup.ts";

const END = "</html>";

/** The markup of a whole document with this content. */
function markupOf(inside: string): string | undefined {
  return /^<html>(.*)<\/html>$/s.exec(pageMarkup(`<html>${inside}</html>`) ?? "")?.[1];
}

describe("the markup of a page", () => {
  it.each([
    ["a script", "<p>a</p><script>'<p>no</p>'</script><p>b</p>"],
    ["a script in capitals", "<p>a</p><SCRIPT type=x>no</SCRIPT ><p>b</p>"],
    ["a script with tags in its attributes", '<p>a</p><script data-x="<main>">no</script><p>b</p>'],
    ["styles and templates", "<p>a</p><style>p{}</style><template><p>no</p></template><p>b</p>"],
    ["content for browsers without scripts", "<p>a</p><noscript><p>no</p></noscript><p>b</p>"],
    ["the title", "<p>a</p><title><main>no</title><p>b</p>"],
    ["comments", "<p>a</p><!-- <p>no</p> --><!----><!--><!-- --><p>b</p>"],
    ["declarations", "<!DOCTYPE html><p>a</p><?xml?><p>b</p>"],
  ])("has no %s", (_name, inside) => {
    expect(markupOf(inside)).toBe("<p>a</p><p>b</p>");
  });

  it.each([
    "<p title='<!--'>a</p>",
    '<p title="<script ">a</p>',
    "<p>1 < 2 <3 </3></p>",
    "<svg><title/><path/></svg><p>a</p>",
    "<scripted>a</scripted>",
    "<P>a</P>",
    "<p>a<br>b<img src=/x/>c<br/></p>",
  ])("has all of %j", (inside) => {
    expect(markupOf(inside)?.toLowerCase()).toBe(inside.toLowerCase());
  });

  it.each([
    ["<div><b>a</div>", "<div><b>a</b></div>"],
    ["<div><figure><p>a</div><p>b</p>", "<div><figure><p>a</p></figure></div><p>b</p>"],
    ["<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["a</div></b>b", "ab"],
    ["<DIV>a</div>", "<DIV>a</div>"],
    ["<a href=/item/m1/>c", "<a href=/item/m1/>c</a>"],
    ['<p title="a > b">a</p>', '<p title="a &gt; b">a</p>'],
  ])("has an end for every element: %j", (inside, balanced) => {
    expect(markupOf(inside)).toBe(balanced);
  });

  it("is empty beyond the limits of nesting and elements", () => {
    expect(pageMarkup(`${"<b>".repeat(1_001)}</html>`)).toBe("");
    expect(markupOf("<b>".repeat(999))).toBe(`${"<b>".repeat(999)}${"</b>".repeat(999)}`);
  });
});

describe("the end of a document", () => {
  it.each(["</html>", `<p>a</p>${END}\n`, "<p>a</p></HTML >", `${END}<!-- served in 3 ms -->\n`])(
    "is found in %j",
    (html) => {
      expect(pageMarkup(html)).not.toBeNull();
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
    `${END}<!--`,
    `${END}<script></script>`,
  ])("is missing in %j", (html) => {
    expect(pageMarkup(html)).toBeNull();
  });
});
