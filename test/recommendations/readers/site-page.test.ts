import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSitePage } from "../../../lambdas/recommendations/readers/site-page.ts";
import { anyCharacter } from "../../any-character.ts";
import { fetchedSite, TITLE_ONLY } from "./fetched-site.ts";

const read = (html: string) => readSitePage(fetchedSite(html));
/** Reads a page that must have a title. */
const readTitled = (html: string) => read(`<title>A</title>${html}`);

const social = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const icon = (href: string, more = "") => `<link rel="icon" href="${href}" ${more}>`;
const touch = (href: string, more = "") => `<link rel="apple-touch-icon" href="${href}" ${more}>`;

const website = {
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: "J",
  description: "D",
  image: "/j.png",
  publisher: { "@type": "Organization", name: "P", logo: { "@type": "ImageObject", url: "/logo.png" } },
};

describe("a site's page", () => {
  it.each([
    ["Home", social("og:site_name", "Tea Shop"), "Tea Shop"],
    ["無題ドキュメント", social("og:title", "お茶の店"), "お茶の店"],
    ["New Page 1", icon("/i.png"), null],
  ])("has no title of a program's default %j: with %s it has %j", (title, head, expected) => {
    expect(read(`<title>${title}</title>${head}`)).toMatchObject({ title: expected });
  });

  it("gives all metadata of the site", () => {
    const html = `<!doctype html><html lang="ja"><head><meta charset="utf-8"><base href="/static/">
      <title>例のブログ | ホーム</title>
      <meta property="og:title" content="例のブログ"><meta property="og:description" content="待ち行列の &amp; 話">
      <meta property="og:image" content="cover.png">
      <link rel="shortcut icon" href="favicon.ico"><link rel="apple-touch-icon" href="touch.png" sizes="180x180">
      </head><body>…</body></html>`;
    expect(read(html)).toEqual({
      title: "例のブログ",
      excerpt: "待ち行列の & 話",
      featuredImage: "https://blog.example/static/cover.png",
      favicon: "https://blog.example/static/touch.png",
      oneClickSubscribe: false,
    });
  });

  it("may give only its title", () => {
    expect(read("<title>A</title>")).toEqual(TITLE_ONLY);
  });

  it("is read in any charset", () => {
    const body = Buffer.concat([Buffer.from("<title>"), Buffer.from([0x83, 0x75, 0x83, 0x8d, 0x83, 0x4f])]);
    const page = Buffer.concat([body, Buffer.from("</title>")]);
    expect(readSitePage(fetchedSite(page, { charset: "shift_jis" }))?.title).toBe("ブログ");
    expect(readSitePage(fetchedSite(page, { charset: null }))?.title).toBe("ブログ");
  });

  it.each([
    ["without a title", {}, "<p>Welcome</p>"],
    ["with a blank title", {}, "<title> \u202e </title>"],
    ["that was not found", { status: 404 }, "<title>Not found</title>"],
    ["that failed", { status: 503 }, "<title>Sorry</title>"],
    ["that leads elsewhere", { status: 302 }, "<title>Moved</title>"],
    ["that is none", { mediaType: "application/json" }, '{"title":"<title>A</title>"}'],
    ["that is plain text", { mediaType: "text/plain" }, "<title>A</title>"],
    ["that is empty", {}, ""],
  ])("is null for a page %s", (_name, fields, html) => {
    expect(readSitePage(fetchedSite(html, fields))).toBeNull();
  });

  it.each([{ mediaType: "application/xhtml+xml" }, { mediaType: "" }, { status: 203 }])("may be %o", (fields) => {
    expect(readSitePage(fetchedSite("<title>A</title>", fields))).toEqual(TITLE_ONLY);
  });
});

describe("the title", () => {
  it.each([
    [
      "Open Graph's",
      `<title>T</title>${jsonLd(website)}${social("twitter:title", "X")}${social("og:title", "A")}`,
      "A",
    ],
    ["Open Graph's, though it is the site's name", social("og:title", "A") + social("og:site_name", "A"), "A"],
    ["Twitter's", `<title>T</title>${meta("twitter:title", "A")}`, "A"],
    ["JSON-LD's", `<title>T</title>${jsonLd(website)}`, "J"],
    ["the page's", "<title>A</title>", "A"],
    ["the site's name", social("og:site_name", "A"), "A"],
    ["the first that is not blank", social("og:title", " ") + social("og:title", "A"), "A"],
    ["text, whatever it looks like", social("og:title", "&lt;script&gt;x()&lt;/script&gt;"), "<script>x()</script>"],
    ["cut", `<title>${"x".repeat(2_100)}</title>`, "x".repeat(2_000)],
    ["cut between characters", `<title>x${"😀".repeat(1_100)}</title>`, `x${"😀".repeat(999)}`],
  ])("is %s", (_name, head, title) => {
    expect(read(head)?.title).toBe(title);
  });
});

describe("the excerpt", () => {
  it.each([
    ["Open Graph's", meta("description", "C") + jsonLd(website) + social("og:description", "A"), "A"],
    ["Twitter's", meta("description", "C") + meta("twitter:description", "A"), "A"],
    ["JSON-LD's", meta("description", "C") + jsonLd(website), "D"],
    ["the page's", meta("description", "C"), "C"],
    ["nothing where it is blank", meta("description", " \n "), null],
    ["cut", meta("description", "x".repeat(2_100)), `${"x".repeat(1_997)}...`],
  ])("is %s", (_name, head, excerpt) => {
    expect(readTitled(head)?.excerpt).toBe(excerpt);
  });
});

describe("JSON-LD", () => {
  it.each([
    ["in a list", [{ "@type": "BreadcrumbList", name: "X" }, website]],
    ["in a graph", { "@graph": [{ "@type": "WebPage", name: "X" }, website] }],
    ["with a headline for a name", { ...website, name: undefined, headline: "J" }],
  ])("describes the site %s", (_name, value) => {
    expect(readTitled(jsonLd(value))?.title).toBe("J");
  });

  it.each([
    ["an article", { ...website, "@type": "Article" }],
    ["a page", { ...website, "@type": "WebPage" }],
    ["a name that is no text", { "@type": "WebSite", name: ["J"] }],
  ])("is ignored where it describes %s", (_name, value) => {
    expect(readTitled(jsonLd(value))).toEqual(TITLE_ONLY);
  });

  it.each([
    ["a text", "/a.png"],
    ["an object", { "@type": "ImageObject", url: "/a.png" }],
    ["an object with its content's address", { contentUrl: "/a.png" }],
    ["a list", [{ caption: "x" }, "/a.png", "/b.png"]],
  ])("may give a picture as %s", (_name, image) => {
    expect(readTitled(jsonLd({ "@type": "WebSite", image }))?.featuredImage).toBe("https://blog.example/a.png");
    expect(readTitled(jsonLd({ "@type": "WebSite", logo: image }))?.favicon).toBe("https://blog.example/a.png");
  });

  it("gives a logo when the page has no icon", () => {
    expect(readTitled(jsonLd(website))?.favicon).toBe("https://blog.example/logo.png");
    expect(readTitled(icon("/i.png") + jsonLd(website))?.favicon).toBe("https://blog.example/i.png");
  });
});

describe("the picture", () => {
  it.each([
    ["Open Graph's", jsonLd(website) + social("og:image", "/a.png"), "https://blog.example/a.png"],
    ["Twitter's", jsonLd(website) + meta("twitter:image", "/a.png"), "https://blog.example/a.png"],
    ["JSON-LD's", jsonLd(website), "https://blog.example/j.png"],
    [
      "relative to the base",
      `<base href=//cdn.example/x/>${social("og:image", "a.png")}`,
      "https://cdn.example/x/a.png",
    ],
    ["the first that is one", social("og:image", "javascript:x") + social("og:image", "/b"), "https://blog.example/b"],
  ])("is %s", (_name, head, image) => {
    expect(readTitled(head)?.featuredImage).toBe(image);
  });
});

describe("the icon", () => {
  it.each([
    [
      "the largest touch icon",
      touch("/s", "sizes=76x76") + touch("/l", "sizes=180x180") + touch("/m", "sizes=120x120"),
      "/l",
    ],
    [
      "a touch icon that was made for old phones",
      '<link rel="apple-touch-icon-precomposed" href=/t><link rel=icon href=/i>',
      "/t",
    ],
    ["a drawing with a query", icon("/d.SVG?v=1") + icon("/i.png", "sizes=512x512"), "/d.SVG?v=1"],
    ["the largest icon", icon("/a", "sizes=16x16") + icon("/b", "sizes=192X192") + icon("/c", "sizes=32x32"), "/b"],
    ["the last of icons that are alike", icon("/a") + icon("/b"), "/b"],
    ["not one of any size that is no drawing", icon("/f.ico", "sizes=any") + icon("/b", "sizes=32x32"), "/b"],
    ["one by the old name", '<link rel="SHORTCUT ICON" href="/f.ico">', "/f.ico"],
    ["one in the body", `</head><body>${icon("/a")}`, "/a"],
    [
      "the one for dark pages where it is alone",
      icon("/dark.svg", 'media="(prefers-color-scheme: dark)"'),
      "/dark.svg",
    ],
    [
      "not the largest that is none",
      touch("javascript:x", "sizes=512x512") + touch("", "sizes=256x256") + icon("/i"),
      "/i",
    ],
    ["not one with credentials", icon("https://u:p@blog.example/x"), null],
    ["not a stencil", '<link rel="mask-icon" href="/m.svg">', null],
    ["not a style", '<link rel="stylesheet" href="/icon.css">', null],
    ["none without an address", "<link rel=icon>", null],
    ["one whose address has entities", icon("/a?b=1&amp;c=2"), "/a?b=1&c=2"],
  ])("is %s", (_name, head, path) => {
    expect(readTitled(head)?.favicon).toBe(path === null ? null : `https://blog.example${path}`);
  });

  it("is the best of a hundred", () => {
    const sizes = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
    const icons = sizes.map((size) => touch(`/${size}.png`, `sizes="${size}x${size}"`));
    expect(readTitled(icons.join(""))?.favicon).toBe("https://blog.example/99.png");
  });

  it("is relative to the base, at any place in the page", () => {
    expect(readTitled(`${icon("i.png")}<base href="https://cdn.example/a/">`)?.favicon).toBe(
      "https://cdn.example/a/i.png",
    );
  });
});

describe("a hostile page", () => {
  it("gives only clean texts and web addresses", () => {
    const value = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 2_500 }),
      fc.webUrl(),
      fc.constantFrom("&#0;", "&#x202e;", "&#xd800;", "javascript:x", "//u:p@h.example/"),
    );
    const name = fc.constantFrom("og:title", "og:description", "og:image", "og:site_name", "description", "__proto__");
    const piece = fc.oneof(
      fc.tuple(name, value).map(([property, content]) => social(property, content)),
      value.map((title) => `<title>${title}</title>`),
      value.map((text) => jsonLd({ "@type": "WebSite", name: text, description: text, image: text, logo: [text] })),
      value.map((href) => `<base href='${href}'>`),
      value.map((href) => touch(href, `sizes="${href}"`)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const site = read(pieces.join(""));
        for (const text of [site?.title, site?.excerpt]) {
          expect(text ?? "x").toMatch(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]{1,2000}$/u);
          expect((text ?? "").length).toBeLessThanOrEqual(2_000);
        }
        for (const image of [site?.featuredImage ?? null, site?.favicon ?? null]) {
          if (image === null) continue;
          const { protocol, username, password } = new URL(image);
          expect([protocol.replace("s:", ":"), username, password, image.length <= 2_000]).toEqual([
            "http:",
            "",
            "",
            true,
          ]);
        }
      }),
    );
  });
});
