import { describe, expect, it } from "vitest";
import { readSitePage } from "../../../lambdas/recommendations/readers/site-page.ts";
import { fetchedSite, TITLE_ONLY } from "./fetched-site.ts";

const read = (head: string, fields = {}) => readSitePage(fetchedSite(`<title>A</title>${head}`, fields));
const jsonLd = (...objects: readonly object[]) =>
  `<script type="application/ld+json">${JSON.stringify(objects)}</script>`;
const described = (type: unknown, name: string, more: object = {}) => ({ "@type": type, name, ...more });

describe("the name of a site", () => {
  const named = (name: string) => `<meta property="og:site_name" content="${name}">`;

  it("is apart from its page's title", () => {
    expect(read(named(" The\n blog "))).toEqual({ ...TITLE_ONLY, siteName: "The blog" });
    expect(read(named(" "))).toEqual(TITLE_ONLY);
    expect(read(named(" ") + named("B"))).toEqual({ ...TITLE_ONLY, siteName: "B" });
  });

  it.each([
    ['<meta name="application-name" content="An app">', "An app"],
    [`<meta name="application-name" content="An app">${named("The blog")}`, "The blog"],
  ])("is the title of a page without one: %s", (head, title) => {
    expect(readSitePage(fetchedSite(head))?.title).toBe(title);
  });
});

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("a page with status %i is read: %s", (status, isRead) => {
  expect(read("", { status }) !== null).toBe(isRead);
});

describe("of several descriptions in JSON-LD", () => {
  it.each([
    ["WebSite", "Blog"],
    ["Blog", "NewsMediaOrganization"],
    ["NewsMediaOrganization", "Organization"],
    ["https://schema.org/WebSite", "Organization"],
    ["http://schema.org/Blog", "Organization"],
    [["Organization", "WebSite"], "Blog"],
    [[{ a: 1 }, "WebSite"], "Blog"],
  ])("that of a %j comes before that of a %j", (first, second) => {
    for (const objects of [
      [described(first, "J"), described(second, "K")],
      [described(second, "K"), described(first, "J")],
    ]) {
      expect(read(jsonLd(...objects))?.title).toBe("J");
    }
  });

  it.each(["http://schema.org/x/WebSite", "https://schema-org/WebSite", "WebSites", [5]])(
    "that of a %j is none",
    (type) => {
      expect(read(jsonLd(described(type, "J")))?.title).toBe("A");
    },
  );

  it("the first with a value gives it", () => {
    const site = described("WebSite", "", { headline: "H", image: [{}], logo: 5 });
    const publisher = { logo: { contentUrl: "/publisher.png" } };
    const blog = described("Blog", "J", { description: "D", image: "/j.png", publisher });
    expect(read(jsonLd(site, blog))).toEqual({
      ...TITLE_ONLY,
      title: "H",
      excerpt: "D",
      featuredImage: "https://blog.example/j.png",
      favicon: "https://blog.example/publisher.png",
    });
  });

  it("a site's own logo comes before its publisher's, and an address of a picture before its content's", () => {
    const logo = { url: "/url.png", contentUrl: "/content.png" };
    const publisher = { logo: "/publisher.png" };
    expect(read(jsonLd(described("WebSite", "J", { logo, publisher })))?.favicon).toBe("https://blog.example/url.png");
  });

  it("ten pictures of a list are read", () => {
    const pictures = (none: number) => [...Array.from({ length: none }, () => "data:x"), "/a.png"];
    const image = (none: number) => read(jsonLd(described("WebSite", "J", { image: pictures(none) })))?.featuredImage;
    expect([image(9), image(10)]).toEqual(["https://blog.example/a.png", null]);
  });
});

describe("of two icons", () => {
  const link = (attributes: string, href: string) => `<link ${attributes} href="${href}">`;

  it.each([
    ["that is wider", 'rel="icon" sizes="200x10"', 'rel="icon" sizes="100x100"'],
    ["that is taller", 'rel="icon" sizes="10x200"', 'rel="icon" sizes="100x100"'],
    ["with one large size of two", 'rel="icon" sizes="16x16  200x200"', 'rel="icon" sizes="100x100"'],
    ["with the largest readable size", 'rel="icon" sizes="99999x99999"', 'rel="icon" sizes="100000x100000"'],
    ["with a size", 'rel="icon" sizes="17x17"', 'rel="icon" sizes="a200x200"'],
    ["with a whole size", 'rel="icon" sizes="17x17"', 'rel="icon" sizes="200x200px"'],
    ["without a size, which stands for 16", 'rel="icon"', 'rel="icon" sizes="15x15"'],
    [
      "for a touch screen without a size, which stands for 60",
      'rel="apple-touch-icon"',
      "rel=apple-touch-icon sizes=59x59",
    ],
    ["for a touch screen", 'rel="apple-touch-icon" sizes="1x1"', 'rel="icon" sizes="200x200"'],
    ["for a touch screen by one of its relations", 'rel="x apple-touch-icon"', 'rel="icon" sizes="200x200"'],
    ["by one of its relations", 'rel="x\tICON"', 'rel="icons" sizes="200x200"'],
    ["that is a drawing by its type", 'rel="icon" type=" Image/SVG+xml; charset=utf-8"', 'rel="icon" sizes="200x200"'],
    ["that is larger, and no drawing", 'rel="icon" sizes="200x200"', 'rel="icon" type="image/svg+xmlx"'],
    ["that is larger, and of no later type", 'rel="icon" sizes="200x200"', 'rel="icon" type="x, image/svg+xml"'],
    ["for touch screens alone", 'rel="icon"', 'rel="xapple-touch-icon" sizes="200x200"'],
    ["for touch screens by its whole name", 'rel="icon"', 'rel="apple-touch-icon-x" sizes="200x200"'],
    ["for light pages", 'rel="icon"', 'rel="apple-touch-icon" media="(prefers-color-scheme: DARK)"'],
    ["for any pages", 'rel="apple-touch-icon" media="(x: darkness)"', 'rel="icon"'],
  ])("the one %s is the site's", (_what, better, worse) => {
    for (const icons of [
      link(better, "/better") + link(worse, "/worse"),
      link(worse, "/worse") + link(better, "/better"),
    ]) {
      expect(read(icons)?.favicon).toBe("https://blog.example/better");
    }
  });

  it.each(["/d.svg", "/d.svg?v=1", "/d.svg#x"])("%s is a drawing, and comes before a large picture", (href) => {
    expect(read(link("rel=icon", href) + link('rel="icon" sizes="200x200"', "/large"))?.favicon).toBe(
      `https://blog.example${href}`,
    );
  });

  it.each(["/d.svgz", "/dxsvg"])("%s is no drawing", (href) => {
    expect(read(link('rel="icon" sizes="200x200"', "/large") + link("rel=icon", href))?.favicon).toBe(
      "https://blog.example/large",
    );
  });
});
