import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { linkTo, paragraph } from "../../../lambdas/shared/sending/mail-markup.ts";

describe("the markup of a mail", () => {
  it("has links that reveal nothing to their site, whatever their attributes", () => {
    const page = parseDocument(linkTo('https://a.example/?a="><b>', "<i>Tea</i>"));
    const [link, ...others] = DomUtils.getElementsByTagName("*", page);
    expect(others).toEqual([]);
    expect(link?.attribs).toEqual({ href: 'https://a.example/?a="><b>', rel: "noopener noreferrer" });
    expect(DomUtils.textContent(page)).toBe("<i>Tea</i>");
  });

  it("has paragraphs on lines of their own, in the direction of their words", () => {
    expect(paragraph("<i>")).toBe('\n<p dir="auto">&lt;i&gt;</p>');
  });

  it.each(["", null])("has no paragraph for %j", (words) => {
    expect(paragraph(words)).toBe("");
  });
});
