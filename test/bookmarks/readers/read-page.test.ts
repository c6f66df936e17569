import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FetchedPage, PageContent } from "../../../lambdas/bookmarks/readers/page-content.ts";
import { readPage } from "../../../lambdas/bookmarks/readers/read-page.ts";
import { runs } from "../../load.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import { samplePage } from "../sample-page.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const read = (body: string | Uint8Array, changes: Partial<FetchedPage> = {}) =>
  readPage(response({ url: new URL("https://blog.example/posts/1"), mediaType: "text/html", body, ...changes }));

const HTML = "<!DOCTYPE html><html><head><title>A title</title></head><body><p>Some text.</p></body></html>";
const AS_PAGE = { kind: "page", content: { title: "A title", text: "Some text." } };

describe("a page", () => {
  it("has its metadata, its text, and the language of its text if it declares none", () => {
    const html = `<title>待ち行列</title><base href="/img/"><meta property="og:image" content="a.png"><p>伝言を預かります。</p>`;
    expect(read(html)).toEqual({
      kind: "page",
      content: {
        title: "待ち行列",
        siteName: null,
        author: null,
        description: null,
        language: "ja",
        imageUrl: "https://blog.example/img/a.png",
        text: "伝言を預かります。",
        html: "<p>伝言を預かります。</p>",
        truncated: false,
        dir: null,
        iconUrls: ["https://blog.example/favicon.ico"],
      },
      url: new URL("https://blog.example/posts/1"),
      canonicalUrl: null,
    });
  });

  it("keeps the language that it declares", () => {
    expect(read('<html lang="en"><p>伝言を預かります。</p>')).toMatchObject({ content: { language: "en" } });
  });

  it.each([
    ['<html dir="RTL">', "rtl"],
    ['<html dir=x><body dir=" ltr">', "ltr"],
    ["<html><p dir=rtl>", null],
  ])("%s has the direction that it declares", (html, dir) => {
    expect(read(html)).toMatchObject({ content: { dir } });
  });

  it("has the addresses of its icons: the best three that may be copied, then the site's own", () => {
    const icon = (rel: string, href: string, more = "") => `<link rel="${rel}" href="${href}" ${more}>`;
    const html = [
      icon("icon", "small.png", "sizes=16x16"),
      icon("icon", "drawn.svg"),
      icon("icon", "large.png", "sizes=64x64"),
      icon("icon", "other.png", "sizes=32x32"),
      icon("apple-touch-icon", "/touch.png"),
    ];
    const { content } = read(html.join("")) as { content: PageContent };
    const paths = ["touch.png", "posts/large.png", "posts/other.png", "favicon.ico"];
    expect(content.iconUrls).toEqual(paths.map((path) => `https://blog.example/${path}`));
    expect(read("A text.", { mediaType: "text/plain" })).toMatchObject({
      content: { iconUrls: ["https://blog.example/favicon.ico"] },
    });
  });

  it("has all its addresses relative to its base, which may be another site's, but for the site's own icon", () => {
    const head = '<meta property="og:image" content="lead.jpg"><link rel=icon href=i.png><link rel=canonical href=p>';
    const html = `<base href="https://files.example/a/">${head}<p><a href=b>c</a><img src=d.png alt=e>`;
    expect(read(html)).toMatchObject({
      content: {
        html: '<p><a href="https://files.example/a/b">c</a><img src="https://files.example/a/d.png" alt="e"></p>',
        imageUrl: "https://files.example/a/lead.jpg",
        iconUrls: ["https://files.example/a/i.png", "https://blog.example/favicon.ico"],
      },
      canonicalUrl: new URL("https://files.example/a/p"),
    });
  });

  it("without a text has the language of its title", () => {
    expect(read("<title>待ち行列のはなし</title>")).toMatchObject({ content: { language: "ja", text: "" } });
  });

  it("is decoded by the charset of Content-Type", () => {
    const shiftJis = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
    expect(read(shiftJis, { charset: "shift_jis" })).toMatchObject({ content: { text: "日本語" } });
  });

  it.each([["text/html"], ["application/xhtml+xml"], [""]])("may have the media type %j", (mediaType) => {
    expect(read(HTML, { mediaType })).toMatchObject(AS_PAGE);
  });

  it("may be empty", () => {
    expect(read("")).toMatchObject({ kind: "page", content: { title: null, text: "" } });
  });
});

// https://github.com/mozilla/readability/issues/846, https://github.com/fivefilters/ftr-site-config/issues/898
describe("a page whose script shows its text", () => {
  const stating = (articleBody: string, shown = "<div id=root></div><noscript>Enable JavaScript.</noscript>") =>
    `<script type="application/ld+json">${JSON.stringify({ articleBody }).replaceAll("</", "<\\/")}</script>${shown}`;
  const LONG = "Some words. ".repeat(20).trim();

  it.each([
    ["as text", "One.\r\n\r\nTwo & three.", "One.\nTwo & three.", "<p>One.</p><p>Two &amp; three.</p>"],
    [
      "as markup",
      '<p>One.</p><p><a href="/a">Two</a></p>',
      "One.\nTwo",
      '<p>One.</p><p><a href="https://blog.example/a">Two</a></p>',
    ],
    ["as escaped markup", "&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;", "One.\nTwo", "<p>One.</p><p>Two</p>"],
    [
      "with a script",
      "<p>One.</p><img src=x onerror=alert(1)><script>alert(1)</script>",
      "One.",
      '<p>One.</p><p><img src="https://blog.example/posts/x" alt=""></p>',
    ],
  ])("has the text that it states, %s", (_how, body, text, html) => {
    expect(read(stating(body))).toMatchObject({ content: { text, html } });
  });

  it.each(["Loading…", "<p>Please wait...</p>", "読み込み中"])("and that shows %s alone has no text", (shown) => {
    expect(read(`<title>Tea</title><main>${shown}</main>`)).toMatchObject({
      content: { title: "Tea", text: "", html: "" },
    });
    expect(read(stating("One.", shown))).toMatchObject({ content: { text: "One." } });
    expect(read(`<main><img src=/tea.png>${shown}</main>`)).toMatchObject({
      content: { html: expect.stringMatching(/img/) },
    });
  });

  it.each([
    ["of some length", LONG, `${LONG} And more.`, LONG],
    ["that is longer", "A note.", "A", "A note."],
    ["that is a teaser", "A note.", LONG, LONG],
  ])("beside a shown text %s has the one of both that is longer, or long enough", (_which, shown, body, text) => {
    expect(read(stating(body, `<p>${shown}</p>`))).toMatchObject({ content: { text } });
  });
});

describe("a plain text", () => {
  it.each([["text/plain"], ["text/markdown"], [""]])("is its own text, as %j", (mediaType) => {
    expect(read("# One & <two>\r\n\r\n  A line,\nbroken.\nAnother\u202e.\u0007\n", { mediaType })).toEqual({
      kind: "page",
      url: new URL("https://blog.example/posts/1"),
      canonicalUrl: null,
      content: samplePage({
        iconUrls: ["https://blog.example/favicon.ico"],
        text: "# One & <two>\nA line, broken.\nAnother.",
        html: "<p># One &amp; &lt;two&gt;</p><p>A line, broken.</p><p>Another.</p>",
      }),
    });
  });

  it.each([
    ["a\nb", "a b"],
    ["a,\r\nb;\nc", "a, b; c"],
    ["1\nb", "1 b"],
    ["a\n1\nB\n\nb", "a\n1\nB\nb"],
    ["a.\nb \nc", "a.\nb\nc"],
    ["a\rb", "a\nb"],
  ])("has the lines of %j joined that were wrapped", (written, text) => {
    expect(read(written, { mediaType: "text/plain" })).toMatchObject({ content: { text } });
  });

  it("is read up to 400,000 code units, and kept up to 1,000,000", () => {
    const texts = [399_999, 400_000, 999_999, 1_000_000].map((lines) =>
      read(`${"\n".repeat(lines)}x`, { mediaType: "text/plain" }),
    );
    expect(texts).toMatchObject([
      { content: { text: "x", html: "<p>x</p>", truncated: false } },
      { content: { text: "", html: "<p>x</p>", truncated: false } },
      { content: { text: "", html: "<p>x</p>", truncated: false } },
      { content: { text: "", html: "", truncated: true } },
    ]);
  });

  it("may have a NUL after its first 1,024 code units, and none in them", () => {
    const outcomes = [1_023, 1_024].map((length) => read(`${"x".repeat(length)}\0`, { mediaType: "text/plain" }));
    expect(outcomes).toMatchObject([{ kind: "permanent" }, { content: { text: "x".repeat(1_024) } }]);
  });

  it("is not parsed as a page even if it looks like one", () => {
    expect(read(HTML, { mediaType: "text/plain" })).toMatchObject({ content: { title: null, text: HTML } });
  });

  it("has at most 100,000 code units", () => {
    const outcome = read("a\n".repeat(100_000), { mediaType: "text/plain" });
    expect(outcome).toMatchObject({ kind: "page" });
    expect(outcome.kind === "page" && outcome.content.text.length).toBe(99_999);
  });
});

describe("without a media type", () => {
  it.each([
    ["<!doctype html><title>A title</title><p>Some text."],
    [" \n<HTML><title>A title</title><p>Some text."],
    ["\ufeff<!-- x --><title>A title</title><p>Some text."],
    ['<?xml version="1.0"?><html><title>A title</title><p>Some text.</p></html>'],
    ["<title>A title</title>Some text."],
    ["<p><title>A title</title>Some text."],
  ])("%j is a page", (html) => {
    expect(read(html, { mediaType: "" })).toMatchObject(AS_PAGE);
  });

  it("is recognized as a page by the first 1,024 code units only", () => {
    const outcomes = [1_018, 1_019].map((length) => read(`${" ".repeat(length)}<html>x`, { mediaType: "" }));
    expect(outcomes).toMatchObject([{ content: { text: "x" } }, { content: { text: "<html>x" } }]);
  });

  it.each([["plain <b>text</b>"], ["<problem>"], ["< p>"]])("%j is a text", (text) => {
    expect(read(text, { mediaType: "" })).toMatchObject({ kind: "page", content: { text } });
  });
});

describe("a page of another media type", () => {
  const ROOT = '<html xmlns="http://www.w3.org/1999/xhtml"><title>T</title><p>x</p></html>';

  it.each([
    ["application/xml", ROOT],
    ["text/xml", `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd">\n<!-- c -->${ROOT}`],
    ["*/*", ROOT],
    ["unknown/unknown", ROOT],
    ["text/html", `<html><title>\0T</title><p>x\0</p>`],
  ])("is read: %s", (mediaType, html) => {
    expect(read(html, { mediaType })).toMatchObject({ kind: "page", content: { title: "T", text: "x" } });
  });

  it.each(["<rss><channel><title>T</title></channel></rss>", "<feed><html/></feed>", "x<html>"])(
    "is none for other XML: %s",
    (xml) => {
      expect(read(xml, { mediaType: "text/xml" })).toEqual({ kind: "permanent", code: "not_html_or_text" });
    },
  );
});

describe("a failure", () => {
  it("is that of the status", () => {
    const failure = { kind: "transient", code: "upstream_error", retryAfterSeconds: 60 };
    expect(read(HTML, { status: 503, retryAfterSeconds: 60 })).toEqual(failure);
  });

  it.each([["application/pdf"], ["image/png"], ["application/json"], ["application/octet-stream"], ["text/css"]])(
    "of a media type that is no page is permanent: %s",
    (mediaType) => {
      expect(read(HTML, { mediaType })).toEqual({ kind: "permanent", code: "not_html_or_text" });
    },
  );

  it.each([
    ["a picture", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["an archive", "PK\x03\x04\x14\0\0\0\x08\0"],
    ["a PDF", "%PDF-1.7\n%\xe2\xe3\xcf\xd3"],
  ])("of %s is permanent with any media type", (_name, written) => {
    for (const mediaType of ["text/html", "text/plain", ""]) {
      const body = Buffer.from(written, "latin1");
      expect(read(body, { mediaType })).toEqual({ kind: "permanent", code: "not_html_or_text" });
    }
  });
});

describe("any response", () => {
  const markup = fc.constantFrom(
    ..."<p> </p> <div> <b> <a href='#'> <table> <tr><td> <!-- --> <script> </script> <title> </title> <svg> </svg>".split(
      " ",
    ),
    ..."<ruby> <rt> <nav> <form> <pre> <br> <html> <body> <head> <li> &amp; &#0; < > &lt; <p/ ' \"".split(" "),
    "<article class='comment main' hidden>",
    '<meta property="og:title" content="',
    "Some words, and more of them. ",
    "日本語の文章です。",
    "\ud800",
    "\u202e",
    "\0",
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.array(markup, { maxLength: 60 }).map((pieces) => bytes(pieces.join(""))),
  );

  it("gives an outcome within limits", () => {
    const mediaType = fc.constantFrom("text/html", "text/plain", "application/xhtml+xml", "");
    const charset = fc.constantFrom(null, "utf-8", "shift_jis", "utf-16le", "x");
    fc.assert(
      fc.property(body, mediaType, charset, (bytesOfIt, type, label) => {
        const outcome = read(bytesOfIt, { mediaType: type, charset: label });
        if (outcome.kind !== "page") {
          expect(outcome).toEqual({
            kind: "permanent",
            code: expect.stringMatching(/^(?:not_html_or_text|undecodable_body)$/),
          });
          return;
        }
        const { text, title } = outcome.content;
        expect(text).toMatch(/^[^\p{Cs}\u202a-\u202e]*$/u);
        expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
        expect(text).not.toMatch(/^\s|\s$|\n\n| \n|\n /);
        expect(text.length).toBeLessThanOrEqual(100_000);
        expect(Array.from(title ?? "").length).toBeLessThanOrEqual(500);
      }),
      runs(500),
    );
  });
});
