import { describe, expect, it } from "vitest";
import type { FetchedResponse } from "../../../lambdas/slides/readers/deck-metadata.ts";
import { metadataWithoutAnswer } from "../../../lambdas/slides/readers/deck-metadata.ts";
import {
  googleSlidesRequest,
  publishedSlidesRequest,
  readGoogleSlides,
} from "../../../lambdas/slides/readers/google-slides.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const DECK = "https://docs.google.com/presentation/d/1aB3_dE5-gH7iJ9kL1mN3oP5qR7sT9uV1wX3yZ5aB7cD";
const PUBLISHED = "https://docs.google.com/presentation/d/e/2PACX-1vQx7kZ_3mN-8pLdR5tYwB2cHfJ6";

const bytes = (text: string) => new TextEncoder().encode(text);

const read = (body: string | Uint8Array, changes: Partial<FetchedResponse> = {}) =>
  readGoogleSlides(response({ mediaType: "text/html", charset: "utf-8", body, ...changes }), DECK);

const titled = (title: string) => ({
  kind: "metadata",
  metadata: { title, authorName: null, embedUrl: `${DECK}/embed` },
});
const untitled = (titleAbsence: string) => ({
  kind: "metadata",
  metadata: { title: null, authorName: null, embedUrl: `${DECK}/embed` },
  titleAbsence,
});

const page = (head: string, body = "<p>deck</p>") =>
  `<!DOCTYPE html><html lang="ja"><head>${head}</head><body>${body}</body></html>`;
const withTitle = (title: string) => page(`<meta name="referrer" content="origin"><title>${title}</title>`);

describe("the picture of a deck", () => {
  const TITLE = "<title>計画 - Google スライド</title>";

  it.each([
    ["https://lh7.example/a=w1200", "https://lh7.example/a=w1200"],
    ["/a.png", "https://docs.google.com/a.png"],
  ])("is the one by which its page is shared, %s", (content, pictureUrl) => {
    const head = `${TITLE}<meta property="og:image" content="${content}"><meta property="OG:image" content="/b.png">`;
    expect(read(page(head))).toEqual({ ...titled("計画"), pictureUrl });
  });

  it("is null for an address of another kind, and for a page without a title", () => {
    const picture = '<meta property="og:image" content="data:image/png;base64,x">';
    expect(read(page(TITLE + picture))).toEqual(titled("計画"));
    expect(read(page('<meta property="og:image" content="/a.png">'))).toEqual(untitled("missing"));
  });
});

describe("googleSlidesRequest", () => {
  it("requests the deck's page in Japanese and cuts it when it is too long", () => {
    expect(googleSlidesRequest(DECK)).toMatchObject({
      url: DECK,
      headers: { accept: "text/html", "accept-language": "ja" },
      maxBytes: 512_000,
      onTooLarge: "truncate",
    });
  });

  it.each([
    [`${DECK}/edit`, true],
    [`${PUBLISHED}/pub`, true],
    [DECK.replace("https:", "http:"), false],
    ["https://docs.google.com:8443/presentation/", false],
    ["https://docs.google.com.evil.example/presentation/", false],
    ["https://drive.google.com/file/d/x", false],
    ["https://accounts.google.com/v3/signin/identifier", false],
    ["https://docs.google.com/ServiceLogin?continue=x", false],
    ["https://docs.google.com/v3/signin/identifier", false],
    ["https://docs.google.com/sorry/index", false],
    ["https://:secret@docs.google.com/presentation/", false],
  ])("follows a redirect to %s: %s", (target, follows) => {
    expect(googleSlidesRequest(DECK).followRedirect(new URL(target))).toBe(follows);
  });
});

describe("publishedSlidesRequest", () => {
  it("requests the page of a deck that is published to the web, and no other", () => {
    expect(publishedSlidesRequest(PUBLISHED)?.url).toBe(`${PUBLISHED}/pub`);
    expect(publishedSlidesRequest(DECK)).toBeNull();
  });
});

describe("reading stops", () => {
  /** How many bytes are read of a text that arrives in chunks of `size`. */
  function taken(text: string, size: number): string {
    const { stopReading } = googleSlidesRequest(DECK);
    const all = bytes(text);
    for (let end = size; end < all.length + size; end += size) {
      if (stopReading?.(all.subarray(0, end)) === true) return text.slice(0, end);
    }
    return "never";
  }

  it.each([
    ["<head><title>A</title></head>", "at the end of the head"],
    ["<head><title>A</title></HEAD>", "in any case"],
    ["<title>A</title><body class='x'>", "at the start of the body"],
    ["<head><!-- </head> --><title>A</title></head>", "not in a comment"],
    ["<head><script>const end = '</head><body>';</script><title>A</title></head>", "not in a script"],
    ["<head><svg><title>icon</title></svg><title>A</title></head>", "not after the title of a drawing"],
    ["<head><meta content='</head>'><title>A</title></head>", "not in an attribute"],
  ])("of %j %s, for any chunks", (head) => {
    const text = `${head}<p>${"x".repeat(100)}`;
    expect(taken(text, 1)).toBe(head);
    for (const size of [2, 3, 7, 16]) expect(taken(text, size).length).toBeLessThan(head.length + size);
  });

  it("never, if the head has no end", () => {
    expect(taken("<head><title>A</title><header>", 4)).toBe("never");
    expect(taken("<head><script>'</head>'", 4)).toBe("never");
  });
});

describe("the title", () => {
  it.each([
    ["Event sourcing 101 - Google スライド", "Event sourcing 101"],
    ["Event sourcing 101 - Google Slides", "Event sourcing 101"],
    ["Event sourcing 101", "Event sourcing 101"],
    ["Einführung – Google Präsentationen", "Einführung"],
    ["Introducción - Presentaciones de Google", "Introducción"],
    ["مقدمة - \u200fالعروض التقديمية من Google", "مقدمة"],
    ["简介 - Google 幻灯片", "简介"],
    ["Intro to Google - Google Slides", "Intro to Google"],
    ["A - Google Slides - Google Slides", "A - Google Slides"],
    ["Why Google - a history", "Why Google - a history"],
    ["Google - what they did to the whole web", "Google - what they did to the whole web"],
    ["Talk - how we left Google for good last year", "Talk - how we left Google for good last year"],
    ["Searching - Googlewhack", "Searching - Googlewhack"],
    ["Pre-Google times", "Pre-Google times"],
    ["Pre- Google times", "Pre- Google times"],
    ["ログイン画面の設計 - Google スライド", "ログイン画面の設計"],
    ["Login - Google Cloud 入門 - Google スライド", "Login - Google Cloud 入門"],
    ["Google Classroom: Sign-in - Google スライド", "Google Classroom: Sign-in"],
    ["Q&amp;A &lt;live&gt; &quot;x&quot; &#12354; - Google Slides", 'Q&A <live> "x" あ'],
    ["Escaping &amp;lt;b&amp;gt; - Google Slides", "Escaping &lt;b&gt;"],
    ["Using <b> and <script> tags - Google Slides", "Using <b> and <script> tags"],
    ["\n  Two\n  lines \u202e - Google Slides\n", "Two lines"],
    [`${"x".repeat(600)} - Google Slides`, "x".repeat(500)],
  ])("of %j is %j", (title, expected) => {
    expect(read(withTitle(title))).toEqual(titled(expected));
  });

  it.each([
    ["attributes", '<title dir="ltr" class=x>A</title>', "A"],
    ["any case", "<TITLE>A</TITLE >", "A"],
    ["an empty one before", "<title></title><title>A</title>", "A"],
    ["a comment before", "<!-- <title>no</title> --><title>A</title>", "A"],
    ["a script before", "<script>var t = '<title>no</title>';</script><title>A</title>", "A"],
    ["a drawing before", "<svg><title>icon</title></svg><title>A</title>", "A"],
    ["an attribute before", "<meta content='<title>no</title>'><title>A</title>", "A"],
    ["a social one", `<title>A - Google Slides</title><meta property="og:title" content="B &amp;amp; C">`, "B &amp; C"],
    ["a social one in capitals", `<META CONTENT='B' PROPERTY='og:title'>`, "B"],
    ["a social one with a suffix", `<meta property="og:title" content="B - Google スライド">`, "B"],
    [
      "a social one with a suffix within",
      `<meta property="og:title" content="A - Google Slides tips">`,
      "A - Google Slides tips",
    ],
    ["a social one that ends like a suffix", `<meta property="og:title" content="B - Google Maps">`, "B - Google Maps"],
    ["an empty social one", `<meta property="og:title" content=" "><title>A</title>`, "A"],
    ["a social one that names the product", `<meta property="og:title" content="Google Slides"><title>A</title>`, "A"],
  ])("is found beside %s", (_name, head, expected) => {
    expect(read(page(head))).toEqual(titled(expected));
  });

  it("is found in a page that was cut after its head", () => {
    expect(read("<html><head><title>A - Google Slides</title></head><bo")).toEqual(titled("A"));
    expect(read("<title>A</title><p>no head, no body")).toEqual(titled("A"));
  });

  it.each([
    ["missing", "no title", page("")],
    ["missing", "a title in the body", page("", "<title>no</title>")],
    ["missing", "a title that was cut", "<head><title>Half of a tit"],
    ["missing", "an empty page", ""],
    ["empty", "an empty title", withTitle("")],
    ["empty", "a blank title", withTitle(" \u202e ")],
    ["empty", "the product's name", withTitle("Google スライド")],
    ["empty", "the product's name in English", withTitle("Google Slides")],
    ["empty", "a suffix alone", withTitle(" - Google Slides")],
    ["empty", "an empty social one", page('<meta property="og:title" content="">')],
    ["default", "what Google gives a new deck", withTitle("Untitled presentation - Google Slides")],
    ["default", "the same in Japanese", withTitle("無題のプレゼンテーション - Google スライド")],
    ["missing", "a social one in another element", page('<link property="og:title" content="no">')],
  ])("is absent (%s) with %s", (absence, _name, html) => {
    expect(read(html)).toEqual(untitled(absence));
  });

  it("is decoded by the response's charset, or UTF-8 if that is unknown", () => {
    const shiftJis = Uint8Array.from([0x8e, 0x91, 0x97, 0xbf]);
    const html = Buffer.concat([bytes("<title>"), shiftJis, bytes("</title>")]);
    expect(read(html, { charset: "shift_jis" })).toEqual(titled("資料"));
    for (const charset of [null, "no-such-charset"]) {
      expect(read("\ufeff<title>発表</title>", { charset })).toEqual(titled("発表"));
    }
  });

  it("takes linear time on a hostile page", () => {
    for (const unit of ["<div>", "<form>", "<!--", "<title>", '<meta "', "<svg>", "</title "]) {
      expect(read(unit.repeat(512_000 / unit.length))).toEqual(untitled("missing"));
    }
  });
});

describe("a sign-in page", () => {
  it.each([
    ["https://accounts.google.com/v3/signin/identifier?continue=x"],
    ["https://accounts.google.com/"],
    ["https://docs.google.com/ServiceLogin?service=wise"],
    ["https://docs.google.com/accounts/ServiceLoginAuth"],
    ["https://docs.google.com/v3/signin/identifier"],
  ])("behind a redirect to %s gives no title", (target) => {
    expect(read("", { status: 302, mediaType: "", location: new URL(target) })).toEqual(untitled("sign_in"));
  });

  it.each([
    ["its base", page('<base href="https://accounts.google.com/v3/signin/"><title>A</title>')],
    ["its canonical address", page('<link rel="canonical" href="https://accounts.google.com/x"><title>A</title>')],
    ["its form", page("<title>A</title>", '<form method=post action="https://accounts.google.com/signin/v2"></form>')],
    ["its form's path", page("<title>A</title>", '<form action="/ServiceLogin?a=1&amp;b=2"></form>')],
    ["its title", withTitle("Google Slides: Sign-in")],
    ["its title in one word", withTitle("Google Slides: Login")],
    ["its title in Japanese", withTitle("ログイン - Google アカウント")],
    ["its older title", withTitle("Sign in - Google Accounts")],
    ["a title of all editors", withTitle("Google ドキュメント、スプレッドシート、スライド: ログイン")],
    ["a bare title", withTitle("Sign in")],
    ["its social title alone", page('<meta property="og:title" content="Google Slides: Sign-in">')],
  ])("recognized by %s gives no title", (_name, html) => {
    expect(read(html)).toEqual(untitled("sign_in"));
  });

  it("is not recognized by a link in a deck's page", () => {
    const head = '<link rel="preconnect" href="https://accounts.google.com"><title>A - Google Slides</title>';
    const body = '<a href="https://accounts.google.com/ServiceLogin">x</a><form action="/presentation/search"></form>';
    expect(read(page(head, body))).toEqual(titled("A"));
  });

  it.each([
    ["without a relation", '<link href="https://accounts.google.com/">'],
    ["without an address", '<link rel="canonical">'],
    ["with an address that can't be parsed", '<link rel="canonical" href="https://[accounts.google.com/">'],
  ])("is not recognized by a link %s", (_name, link) => {
    expect(read(page(`${link}<title>A</title>`))).toEqual(titled("A"));
  });
});

describe("a failure", () => {
  it.each([
    [404, "not_found"],
    [204, "unexpected_status"],
    [302, "unexpected_redirect"],
  ])("that is permanent, status %i, only costs the title: %s", (status, absence) => {
    expect(read(withTitle("Not found"), { status })).toEqual(untitled(absence));
  });

  it.each([
    ["https://idp.example/saml"],
    ["http://docs.google.com/presentation/"],
    ["https://www.google.com/"],
    ["https://www.google.com/travel/sorry/"],
    ["https://www.google.com.evil.example/sorry/index"],
  ])("of a redirect to %s only costs the title", (target) => {
    expect(read("", { status: 302, location: new URL(target) })).toEqual(untitled("unexpected_redirect"));
  });

  it.each([
    [429, "rate_limited"],
    [503, "upstream_error"],
  ])("that is transient, status %i, may be retried: %s", (status, code) => {
    expect(read("", { status, retryAfterSeconds: 60 })).toEqual({ kind: "transient", code, retryAfterSeconds: 60 });
  });

  it.each([
    ["https://www.google.com/sorry/index?continue=x"],
    ["https://docs.google.com/sorry/"],
    ["https://www.google.co.jp/sorry/index"],
    ["https://google.com/sorry"],
  ])("by a bot check at %s is transient", (target) => {
    expect(read("", { status: 302, location: new URL(target) })).toEqual({
      kind: "transient",
      code: "rate_limited",
      retryAfterSeconds: null,
    });
  });

  it("is not that a page is XHTML", () => {
    expect(read(withTitle("A"), { mediaType: "application/xhtml+xml" })).toEqual(titled("A"));
  });

  it.each([["application/json"], ["application/pdf"], [""]])(
    "of a page that is %j only costs the title",
    (mediaType) => {
      expect(read(withTitle("A"), { mediaType })).toEqual(untitled("not_html"));
    },
  );
});

describe("metadataWithoutAnswer of a Google deck", () => {
  it.each([[DECK], [PUBLISHED]])("gives %s its embed URL", (canonicalUrl) => {
    expect(metadataWithoutAnswer({ provider: "google_slides", canonicalUrl }, "timeout")).toEqual({
      kind: "metadata",
      metadata: { title: null, authorName: null, embedUrl: `${canonicalUrl}/embed` },
      titleAbsence: "timeout",
    });
  });

  it("gives none for an address that is not canonical", () => {
    expect(
      metadataWithoutAnswer(
        { provider: "google_slides", canonicalUrl: "https://evil.example/presentation/d/x" },
        "timeout",
      ),
    ).toEqual({
      kind: "permanent",
      code: "no_embed_url",
    });
  });
});
