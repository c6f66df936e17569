import { describe, expect, it } from "vitest";
import { isWrittenAddress, pageAddress } from "../../../../console/parts/forms/page-address.ts";

describe("pageAddress", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["  http://example.com  ", "http://example.com/"],
    ["example.com/article", "https://example.com/article"],
    ["www.example.com", "https://www.example.com/"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["//example.com/x", "https://example.com/x"],
    ["example.com//x", "https://example.com//x"],
    ["HTTPS://EXAMPLE.com/X", "https://example.com/X"],
    ["例え.jp/記事", "https://xn--r8jz45g.jp/%E8%A8%98%E4%BA%8B"],
  ])("reads %s", (typed, url) => {
    expect(pageAddress(typed)).toEqual({ ok: true, url });
  });

  it.each([
    ["", "empty"],
    [" \n ", "empty"],
    ["sparrows", "invalid"],
    ["two words.com", "invalid"],
    ["https://", "invalid"],
    ["https://localhost/", "invalid"],
    ["javascript:alert(1)", "not_web"],
    ["JavaScript:alert(1)", "not_web"],
    ["data:text/html,hello", "not_web"],
    ["mailto:somebody@example.com", "not_web"],
    ["file:///etc/passwd", "not_web"],
  ])("refuses %j", (typed, why) => {
    expect(pageAddress(typed)).toEqual({ ok: false, why });
  });
});

describe("a text in the field where one saves and searches", () => {
  it.each([
    ["https://example.com", true],
    ["example.com/article", true],
    ["www.example.com", true],
    ["example.com:8080", true],
    ["node.js", false],
    ["and/or", false],
    ["tag:birds", false],
    ["two words", false],
    ["", false],
  ])("%j is an address: %s", (text, expected) => {
    expect(isWrittenAddress(text)).toBe(expected);
  });
});
