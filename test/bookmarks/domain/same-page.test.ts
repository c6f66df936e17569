import { describe, expect, it } from "vitest";
import { isSameSite, leadsToPage, saysTheSame } from "../../../lambdas/bookmarks/domain/same-page.ts";

const BLOG = "https://blog.example";
const words = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Word${from + index}`);

describe("texts", () => {
  it("count as the same whatever their case, white space and punctuation", () => {
    const text = words(1_000, 40);
    expect(saysTheSame(text.join(" "), text.join(", \n").toUpperCase())).toBe(true);
    expect(saysTheSame(`${text.join("  ")}!`, text.join(""))).toBe(true);
  });

  it("count as the same with seven tenths in common, and not with less", () => {
    const text = words(1_000, 100);
    expect(saysTheSame(text.join(" "), [...text, ...words(5_000, 30)].join(" "))).toBe(true);
    expect(saysTheSame(text.join(" "), [...text, ...words(5_000, 60)].join(" "))).toBe(false);
  });

  it("prove nothing if one of them has less than 150 letters", () => {
    expect(saysTheSame("ab".repeat(75), "ab".repeat(75))).toBe(true);
    expect(saysTheSame("a".repeat(149), "a".repeat(149))).toBe(false);
    expect(saysTheSame("a".repeat(149), "a".repeat(400))).toBe(false);
    expect(saysTheSame("a".repeat(400), "a".repeat(149))).toBe(false);
  });

  it("are compared by their first 20,000 characters", () => {
    const same = words(10_000, 2_300).join("");
    expect(saysTheSame(same + words(50_000, 5_000).join(""), same)).toBe(true);
  });
});

describe("a site", () => {
  it.each([
    ["https://www.blog.example/", "http://m.blog.example/", true],
    ["https://en.m.wiki.example/", "https://en.wiki.example/", true],
    ["https://www.example/", "https://blog.example/", false],
    ["https://a.b.example/", "https://ab.example/", false],
    ["https://blog.example:8443/", "https://blog.example/", false],
  ])("of %s and %s is one: %j", (one, other, isOne) => {
    expect(isSameSite(new URL(one), new URL(other))).toBe(isOne);
  });
});

describe("a redirect", () => {
  it.each([
    ["/posts/owls", "/en/posts/owls", null, true],
    ["/posts/owls", "/en-gb", null, false],
    ["/posts/owls", "/abc", null, true],
    ["/posts/owls", "/x?next= /a", null, false],
    ["/posts/owls", "/x?next=HTTP://blog.example", null, false],
    ["/posts/owls", "/x?next=a/b", null, true],
    ["/posts/owls", "/x", "Owls - Not found", false],
    ["/posts/owls", "/x", "Not found-er's fee", true],
    ["/posts/owls", "/x", "404", false],
    ["/posts/owls", "/x", "Owls| 404", false],
    ["/posts/owls", "/x", `${"a".repeat(300)} | 404`, true],
    ["/posts/owls", "/posts/owls/more", null, true],
    ["/a/b/archive", "/c/d/archive", null, true],
    ["/birds/owls/eggs", "/animals/owls", null, true],
    ["/posts/owls?id=1", "/posts/owls?id=1&b=2", null, true],
    ["/posts/owls?id=1", "/posts/owls?id=2", null, false],
  ])("from %s to %s with the title %j may lead to the page: %j", (asked, found, title, may) => {
    expect(leadsToPage(new URL(asked, BLOG), new URL(found, BLOG), title)).toBe(may);
  });
});
