import fc from "fast-check";
import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { noticeMail } from "../../lambdas/notices/notice-mail.ts";
import { webhookBody } from "../../lambdas/notices/post-notice.ts";
import { mention } from "../../lambdas/shared/notices/kinds/mention.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import { addressOf, newNotice, plainText } from "../../lambdas/shared/notices/notice.ts";
import { anyCharacter } from "../any-character.ts";
import { START } from "../emulators/test-clock.ts";

const notice = (words: string, url = "https://jp.mercari.com/item/m1"): Notice => {
  const data = { host: "jp.mercari.com", url, name: words, excerpt: null, recommended: false };
  const made = newNotice(mention, { about: ["x"], data }, START);
  return { ...made, ...plainText(`¥900: ${words}`, [`¥900: ${words}`, "https://jp.mercari.com/item/m1"]) };
};

const SITE = "https://magpie.example";

/** What is posted of a notice. */
const posted = (made: Notice) => JSON.parse(webhookBody({ ...made, url: addressOf(made, SITE) }));

/** Control characters but for the line break, marks that reorder a text, half surrogate pairs. */
const TRICKS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

const tagNames = (html: string) => DomUtils.getElementsByTagName("*", parseDocument(html)).map(({ name }) => name);

describe("a hostile title", () => {
  it("adds no header, no line and no markup to a mail", () => {
    const { subject, text, html } = noticeMail(
      notice("Hello\r\nBcc: all@evil.example\r\n\r\n<script>x</script><a href=//evil.example>"),
      SITE,
      "en",
    );
    expect(subject).toBe("¥900: Hello Bcc: all@evil.example <script>x</script><a href=//evil.example>");
    expect(text.split("\n").filter((line) => line.startsWith("Bcc"))).toEqual([]);
    const page = parseDocument(html);
    expect(DomUtils.getElementsByTagName("script", page)).toEqual([]);
    expect(new Set(DomUtils.getElementsByTagName("a", page).map(({ attribs }) => attribs.href))).toEqual(
      new Set(["https://jp.mercari.com/item/m1", `${SITE}/app/recommendations/incoming`]),
    );
  });

  it("links in the mail to no other address than the notice's own", () => {
    for (const url of ["javascript:alert(1)", "data:text/html,x", "https://user@evil.example/", "no address"]) {
      expect(notice("x", url).url).toBeNull();
    }
  });

  it.each([
    ["a link", "[free](https://evil.example)"],
    ["an image", "![x](https://evil.example/x.png)"],
    ["a link of a chat", "<https://evil.example|free>"],
    ["a bare address", "see https://evil.example/ now"],
    ["an address without scheme", "see www.evil.example now"],
    ["a mention of all", "@everyone @here <!channel> <@U1>"],
    ["emphasis", "**now** _now_ ~~now~~ `now` ||now||"],
    ["a heading and a quotation", "# now > now"],
    ["an escape", "\\*now\\*"],
  ])("%s is none in a chat room that renders Markdown", (_, words) => {
    const { title, body } = posted(notice(words));
    for (const text of [title, body.split("\n")[0]]) {
      expect(text).not.toMatch(/[\\`*_~[\]<>|#@]|:\/\/|www\./);
    }
    // The notice's own address stays a link.
    expect(body.split("\n")[1]).toBe("https://jp.mercari.com/item/m1");
  });

  it("is read as it was written in a chat room, in characters that look like it", () => {
    expect(posted(notice("\\`*_~[]<>|#@ 1:2 https://x.example mailto:x@x.example")).title).toBe(
      "¥900: ＼｀＊＿～［］＜＞｜＃＠ 1:2 https：//x.example mailto\u2060:x＠x.example",
    );
  });

  it("leaves ordinary words as they are", () => {
    const words = "Nikon Z6II 本体（美品）& 50mm F1.8, 20% off!";
    expect(posted(notice(words)).title).toBe(`¥900: ${words}`);
  });

  it("can't end an address that a chat room has put in brackets", () => {
    const url = "https://jp.mercari.com/item/m1)[x](//evil.example";
    expect(posted(notice("x", url)).url).toBe("https://jp.mercari.com/item/m1%29%5Bx%5D%28//evil.example");
  });

  it("whatever it is, stays text everywhere", () => {
    const words = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(..."\r\n\0<>\"'&[]()*_`~|\\@#:/w.\u202e\ud83d\u2028 ") }),
    );
    fc.assert(
      fc.property(words, (hostile) => {
        const made = notice(hostile);
        expect(made.title).not.toMatch(TRICKS);
        const { subject, text, html } = noticeMail(made, SITE, "en");
        expect(subject).not.toMatch(TRICKS);
        expect(text.replaceAll("\n", "")).not.toMatch(TRICKS);
        expect(tagNames(html)).toEqual(tagNames(noticeMail(notice("x"), SITE, "en").html));
        const { title, body } = posted(made);
        expect(`${title}${body.split("\n")[0]}`).not.toMatch(/[\\`*_~[\]<>|#@]|:\/\/|www[.:]/i);
      }),
    );
  });
});
