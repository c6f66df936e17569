import { describe, expect, it } from "vitest";
import { mention } from "../../../lambdas/shared/notices/kinds/mention.ts";
import { addressOf, newNotice, noticeId, plainText } from "../../../lambdas/shared/notices/notice.ts";
import { START } from "../../emulators/test-clock.ts";

const made = ({ about = ["x"], url = "https://blog.example/" }: { about?: readonly string[]; url?: string } = {}) => {
  const data = { host: "blog.example", url, name: null, excerpt: null, recommended: true };
  return newNotice(mention, { about, data }, START);
};

describe("the id of a notice", () => {
  it("is the same for the same subject, and another one for another kind or subject", () => {
    const [kind, about] = ["mention", ["p", "m1"]] as const;
    expect(noticeId(kind, about)).toBe(noticeId(kind, [...about]));
    const ids = [noticeId(kind, about), noticeId("books", about), noticeId(kind, ["p", "m2"]), noticeId(kind, ["p"])];
    expect(new Set(ids).size).toBe(4);
    expect(made({ about }).id).toBe(ids[0]);
  });
});

describe("the text of a notice", () => {
  it.each([
    ["of 200 code points is whole", "𠮷".repeat(200), "𠮷".repeat(200)],
    ["is cut after 200", "𠮷".repeat(201), "𠮷".repeat(200)],
    ["is never empty", " \u200b\n", "(no title)"],
  ])("title %s", (_what, title, expected) => {
    expect(plainText(title, []).title).toBe(expected);
  });

  it("has a line for each that is not empty, of at most 300 code points", () => {
    const lines = ["one\ntwo", "", "\u0000 ", "𠮷".repeat(300), "𠮷".repeat(301)];
    expect(plainText("x", lines).body.split("\n")).toEqual(["one two", "𠮷".repeat(300), "𠮷".repeat(300)]);
  });

  it("has at most 101 lines, not counting the empty ones", () => {
    const lines = Array.from({ length: 102 }, (_, index) => String(index)).flatMap((line) => ["", line]);
    expect(plainText("x", lines).body.split("\n")).toEqual(Array.from({ length: 101 }, (_, index) => String(index)));
  });
});

describe("the address of a notice", () => {
  const long = (length: number) => "https://blog.example/".padEnd(length, "a");

  it.each([
    ["https", "https://blog.example/a", "https://blog.example/a"],
    ["http", "http://blog.example/a", "http://blog.example/a"],
    ["of 2,000 characters", long(2_000), long(2_000)],
    ["a longer one", long(2_001), null],
    ["a user name", "https://blog.example@evil.example/", null],
    ["a password", "https://:blog.example@evil.example/", null],
    ["a scheme that begins as the web's", "httpsx://blog.example/", null],
    ["a scheme that ends as the web's", "view-http://blog.example/", null],
    ["no address", "blog.example", null],
  ])("that is or has %s", (_what, url, expected) => {
    expect(made({ url }).url).toBe(expected);
  });

  it("is that of its screen where there is none", () => {
    const site = "https://alice.example";
    expect(addressOf({ url: null, screen: "/app/prices/1" }, site)).toBe("https://alice.example/app/prices/1");
    expect(addressOf(made(), site)).toBe("https://blog.example/");
  });
});
