import { describe, expect, it } from "vitest";
import { imagesOf, imageTag, withAddresses, withCopies } from "../../../lambdas/bookmarks/readers/content-pictures.ts";

const A = "https://blog.example/a.png?b=1&c='2'";
const image = (address: string, alt = "", width: number | null = null, height: number | null = null) =>
  imageTag({ address, alt, width, height });
const copies = new Map([[A, "/i/folder-0123"]]);

describe("the images of a content", () => {
  it("are those of its tags, each once, in their order", () => {
    const html = `<p>${image("https://x.example/z.png")}${image(A, "a > b")}</p><p>${image(A)} src="https://no.example/"</p>`;
    expect(imagesOf(html)).toEqual(["https://x.example/z.png", A]);
  });

  it.each([
    [
      "a copy",
      `<p>${image(A, "a", 640, 360)}</p>`,
      '<p><img src="/i/folder-0123" alt="a" width="640" height="360"></p>',
    ],
    [
      "two copies of one",
      `${image(A)}${image(A)}`,
      '<img src="/i/folder-0123" alt=""><img src="/i/folder-0123" alt="">',
    ],
    [
      "a link where there is no copy",
      `<p>${image("https://x.example/?a&b", "a & b", 3)}</p>`,
      '<p><a href="https://x.example/?a&amp;b">a &amp; b</a></p>',
    ],
    [
      "text inside of a link",
      `<p><a href="https://y.example/">b ${image("https://x.example/", "a")}</a>${image("https://x.example/", "c")}</p>`,
      '<p><a href="https://y.example/">b a</a><a href="https://x.example/">c</a></p>',
    ],
    ["nothing without a text", `<p>b${image("https://x.example/")}</p>`, "<p>b</p>"],
    [
      "nothing of what held nothing else",
      `<p>b</p><figure><a href="https://y.example/">${image("https://x.example/")}</a></figure><ul><li><p><em>${image("https://x.example/")}</em></p></li></ul>`,
      "<p>b</p>",
    ],
    [
      "a cell that held nothing else",
      `<table><tbody><tr><td>${image("https://x.example/")}</td></tr></tbody></table>`,
      "<table><tbody><tr><td></td></tr></tbody></table>",
    ],
    ["what looks like a tag", `<p>&lt;img src="${A}" alt=""&gt;</p>`, `<p>&lt;img src="${A}" alt=""&gt;</p>`],
    [
      "an abbreviation",
      `<p><abbr>a</abbr>${image("https://x.example/", "b")}</p>`,
      '<p><abbr>a</abbr><a href="https://x.example/">b</a></p>',
    ],
  ])("are written as %s", (_what, html, expected) => {
    expect(withCopies(html, copies)).toBe(expected);
  });

  it("that are copies have the whole address of the site, and others their own", () => {
    const html = `<p>/ <img src="/i/folder-0123" alt="a"><img src="/i/folder-4567" alt="">${image(A)}</p>`;
    const expected = html.replaceAll('"/i/', '"https://alice.example/i/');
    expect(withAddresses(html, "https://alice.example")).toBe(expected);
  });
});
