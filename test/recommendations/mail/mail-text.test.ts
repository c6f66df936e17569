import fc from "fast-check";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import type { NewRecommendation } from "../../../lambdas/recommendations/mail/mail-text.ts";
import { digestMail, newRecommendationMail } from "../../../lambdas/recommendations/mail/mail-text.ts";

const facts: NewRecommendation = {
  title: "The garden",
  excerpt: "Notes from a small garden.",
  url: "https://garden.example/",
  recommendingBack: false,
  siteTitle: "Alice's page",
  adminHint: "To recommend it back, ask.",
  consoleUrl: "https://magpie.example/app/recommendations/incoming",
};

const mail = (changes: Partial<NewRecommendation> = {}) => newRecommendationMail({ ...facts, ...changes });

/** Control characters other than line breaks, characters that reorder text, half surrogate pairs. */
const TRICKS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

describe("a mail about a site that recommends ours", () => {
  it("names both, and says what to do", () => {
    expect(mail().subject).toBe("👍 New recommendation: The garden");
    expect(mail().text).toBe(`A site recommends Alice's page:

The garden
Notes from a small garden.
https://garden.example/

You do not recommend it yet.

To recommend it back, ask.

https://magpie.example/app/recommendations/incoming
`);
    const html = parse(mail().html);
    expect(html.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual([
      "https://garden.example/",
      facts.consoleUrl,
    ]);
    expect(html.querySelectorAll("p").map((paragraph) => paragraph.text)).toEqual([
      "A site recommends Alice's page:",
      "The garden",
      "Notes from a small garden.",
      "https://garden.example/",
      "You do not recommend it yet.",
      "To recommend it back, ask.",
      facts.consoleUrl,
    ]);
  });

  it("says when we already recommend the site", () => {
    const { text, html } = mail({ recommendingBack: true });
    for (const part of [text, html]) expect(part).toContain("You recommend it, too.");
  });

  it("leaves out missing parts", () => {
    const { text, html } = mail({ excerpt: null });
    expect(text).toContain("The garden\nhttps://garden.example/\n");
    expect(html).not.toContain('<p dir="auto"></p>');
  });
});

describe("a hostile site", () => {
  it("adds no header and no line", () => {
    const { subject, text } = mail({ title: "Hello\r\nBcc: everybody@evil.example\r\n\r\nBuy", excerpt: "a\n\n\nb" });
    expect(subject).toBe("👍 New recommendation: Hello Bcc: everybody@evil.example Buy");
    expect(text.split("\n").slice(2, 4)).toEqual(["Hello Bcc: everybody@evil.example Buy", "a b"]);
  });

  it("can't change the direction of other text", () => {
    const { subject, text, html } = mail({ title: "\u202eelpmaxe.live\u2066", excerpt: "\u200fabc\u061c" });
    expect(subject).toBe("👍 New recommendation: elpmaxe.live");
    expect(`${text}${html}`.replaceAll("\n", "")).not.toMatch(TRICKS);
  });

  it("is never markup", () => {
    const { html } = mail({
      title: `</b><img src=x onerror="alert(1)">`,
      excerpt: `<a href='https://evil.example/'>&amp;`,
      url: `https://garden.example/?"><script>'`,
    });
    const page = parse(html);
    expect(page.querySelectorAll("img, script")).toEqual([]);
    expect(page.querySelectorAll("a").map((link) => link.getAttribute("href"))).toEqual([
      expect.stringMatching(/^https:\/\/garden\.example\//),
      facts.consoleUrl,
    ]);
    expect(html).toContain("&lt;a href=&#39;https://evil.example/&#39;&gt;&amp;amp;");
  });

  it("has its address split into its parts only", () => {
    expect(mail({ url: "https://garden.example/?a=1&copy=2" }).html).toContain(
      'href="https://garden.example/?a=1&amp;copy=2"',
    );
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "not an address", `https://garden.example/${"a".repeat(2_000)}`])(
    "gets no link to %.30s",
    (url) => {
      const { text, html } = mail({ url });
      expect(
        parse(html)
          .querySelectorAll("a")
          .map((link) => link.getAttribute("href")),
      ).toEqual([facts.consoleUrl]);
      expect(`${text}${html}`).not.toContain(url);
    },
  );

  it("can't make the mail long", () => {
    const { subject, text } = mail({ title: "😀".repeat(5_000), excerpt: "x".repeat(100_000) });
    expect(Array.from(subject)).toHaveLength(200);
    expect(subject.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThan(1_500);
  });

  it("without a visible title has none", () => {
    expect(mail({ title: "\u200b\u202e \n" }).subject).toBe("👍 New recommendation: (no title)");
  });

  it("can't break a mail with any text", () => {
    const words = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(words, fc.option(words), words, (title, excerpt, siteTitle) => {
        const { subject, text, html } = mail({ title, excerpt, siteTitle });
        expect(subject).not.toMatch(TRICKS);
        expect(Array.from(subject).length).toBeLessThanOrEqual(200);
        expect(`${text}${html}`.replaceAll("\n", "")).not.toMatch(TRICKS);
        expect(parse(html).querySelectorAll("a")).toHaveLength(2);
        expect(parse(html).querySelectorAll("p")).toHaveLength(html.split("<p").length - 1);
      }),
    );
  });
});

describe("a digest", () => {
  const digest = (hosts: readonly string[], hasMore = false) =>
    digestMail({ day: "2026-11-22", hosts, hasMore, siteTitle: "Alice's page", consoleUrl: facts.consoleUrl });

  it("names hosts, and no texts of theirs", () => {
    const { subject, text, html } = digest(["a.example", "xn--bcher-kva.example"]);
    expect(subject).toBe("👍 New recommendations: 2");
    expect(text).toContain(
      "On 2026-11-22 (UTC) more sites began to recommend Alice's page than are mailed one by one.",
    );
    expect(text).toContain("\n\na.example\nxn--bcher-kva.example\n\n");
    expect(parse(html).querySelectorAll("li")).toHaveLength(2);
    const links = parse(html).querySelectorAll("a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([facts.consoleUrl]);
    expect(text).toMatch(/\n\nhttps:\/\/magpie\.example\/app\/recommendations\/incoming\n$/);
  });

  it("says when there are more", () => {
    const { subject, text } = digest(["a.example"], true);
    expect(subject).toBe("👍 New recommendations: more than 1");
    expect(text).toContain("\n\nThere are more.\n\n");
  });
});
