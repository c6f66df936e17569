import { createHash } from "node:crypto";
import fc from "fast-check";
import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { sitePageAnswer } from "../../../../lambdas/recommendations/http/bodies/site-page-answer.ts";
import { discoveredEndpoint } from "../../../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { readSitePage } from "../../../../lambdas/recommendations/readers/site-page.ts";
import type { Answer } from "../../../../lambdas/shared/http/answer.ts";
import { anyCharacter } from "../../../any-character.ts";
import { fetchedSite } from "../../readers/fetched-site.ts";
import { sampleOwnSite } from "../../sample-own-site.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";

const site = sampleOwnSite;
const bob = sampleRecommendation({
  id: "bob",
  title: "Bob & Co",
  description: "On queues",
  url: "https://bob.example/?a=1&b=2",
});
const carol = sampleRecommendation({
  id: "carol",
  title: "Carol",
  url: "https://carol.example/notes/?ref=alice",
  excerpt: "Notes",
  favicon: "https://carol.example/icon.png",
  featuredImage: "https://carol.example/cover.png",
  oneClickSubscribe: true,
});
const API = "https://api.alice.example";

const pageOf = (...recommendations: Parameters<typeof sitePageAnswer>[2][number][]) =>
  sitePageAnswer(site, API, recommendations);

/** Every element of a page with its attributes' names. */
const elements = (html: string): readonly string[] =>
  DomUtils.getElementsByTagName("*", parseDocument(html)).map(({ name, attribs }) =>
    [name, ...Object.keys(attribs)].join(),
  );

const styleOf = (html: string) => /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? "";
const htmlOf = ({ text = "" }: Answer) => text;

describe("our site's page", () => {
  it("shows the site and its recommendations, in the given order", () => {
    expect(htmlOf(pageOf(bob, carol))).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Alice&#39;s site</title>
<meta name="description" content="What Alice reads.">
<meta name="publisher" content="Alice&#39;s site">
<meta name="twitter:card" content="summary">
<meta property="og:type" content="website">
<meta property="og:url" content="https://alice.example/">
<meta property="og:site_name" content="Alice&#39;s site">
<meta property="og:title" content="Alice&#39;s site">
<meta property="og:description" content="What Alice reads.">
<meta property="og:image" content="https://alice.example/logo.svg">
<link rel="canonical" href="https://alice.example/">
<link rel="icon" href="https://alice.example/icon.png?a=1&amp;b=2">
<link rel="webmention" href="/webmentions">
<link rel="alternate" type="application/atom+xml" title="Recommended sites" href="/recommendations.atom">
<link rel="blogroll" type="text/x-opml" title="Recommended sites" href="/.well-known/recommendations.opml">
<style>${styleOf(htmlOf(pageOf()))}</style>
<script defer src="https://alice.example/embed.js"></script>
</head>
<body>
<main>
<h1 dir="auto">Alice&#39;s site</h1>
<p dir="auto">What Alice reads.</p>
<h2 id="recommended">Recommended sites</h2>
<magpie-recommendations listed>
<ul role="list" aria-labelledby="recommended">
<li>
<h3><a href="https://bob.example/?a=1&amp;b=2" rel="noopener" referrerpolicy="no-referrer-when-downgrade" data-recommendation="bob"><span dir="auto">Bob &amp; Co</span></a></h3>
<p dir="auto">On queues</p>
</li>
<li>
<h3><a href="https://carol.example/notes/?ref=alice" rel="noopener" referrerpolicy="no-referrer-when-downgrade" data-recommendation="carol"><img class="icon" src="https://carol.example/icon.png" alt="" aria-hidden="true" loading="lazy" referrerpolicy="no-referrer"><span dir="auto">Carol</span></a></h3>
<p class="excerpt" dir="auto">Notes</p><img class="image" src="https://carol.example/cover.png" alt="" aria-hidden="true" loading="lazy" referrerpolicy="no-referrer">
<form method="post" action="https://carol.example/notes/members/api/send-magic-link/" data-site="https://carol.example/notes/?ref=alice" data-id="carol">
<input type="hidden" name="emailType" value="signup">
<label>Your email address<input type="email" name="email" required autocomplete="email"></label>
<button aria-label="Subscribe to Carol">Subscribe</button>
<p role="status"></p>
<noscript><p>If the site refuses this form: <a href="https://carol.example/notes/?ref=alice#/portal/signup" rel="noopener">subscribe on the site itself</a>.</p></noscript>
</form>
</li>
</ul>
</magpie-recommendations>
</main>
</body>
</html>
`);
  });

  it("says when there are no recommendations, and leaves out a missing description and icon", () => {
    const html = htmlOf(sitePageAnswer({ ...site, description: null, icon: null, logo: null }, API, []));
    expect(html).toContain("<p>No site is recommended here yet.</p>");
    expect(html).not.toMatch(/<ul|description|rel="icon"|og:image/);
    const empty = sampleRecommendation({ id: "dave", description: "", excerpt: "" });
    expect(htmlOf(sitePageAnswer({ ...site, description: null }, API, [empty]))).not.toContain("<p");
  });

  it("sends a subscription to the site's own address, however many slashes it ends with", () => {
    const html = htmlOf(pageOf({ ...carol, url: "https://carol.example/notes//" }));
    expect(html).toContain('action="https://carol.example/notes/members/api/send-magic-link/"');
  });

  it("runs only its own script, and sends requests only to the API and the recommended sites", () => {
    const { status, headers = {} } = pageOf(bob);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    const style = createHash("sha256")
      .update(styleOf(htmlOf(pageOf())))
      .digest("base64");
    expect(headers["content-security-policy"]?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src https://alice.example/embed.js",
      `style-src 'sha256-${style}'`,
      "img-src https:",
      "connect-src https://api.alice.example https:",
      "form-action https:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  });

  it("allows sites without TLS only if it is served without TLS itself", () => {
    const { headers = {} } = sitePageAnswer({ ...site, url: "http://127.0.0.1:8787" }, "http://127.0.0.1:8787", []);
    expect(headers["content-security-policy"]).toMatch(/img-src https: http:; .* form-action https: http:;/);
  });

  it.each(["light", "dark"])("has readable colours in the %s scheme", (scheme) => {
    const [light = "", dark = ""] = [...styleOf(htmlOf(pageOf())).matchAll(/:root\{([^}]*)\}/g)].map(
      ([, rule]) => rule,
    );
    const colours = Object.fromEntries(
      [...(scheme === "light" ? light : dark).matchAll(/--(\w+):(#\w+)/g)].map(([, name, colour]) => [name, colour]),
    );
    for (const [name, least] of Object.entries({ text: 4.5, muted: 4.5, link: 4.5, line: 3 })) {
      expect(contrast(colours[name], colours.page), name).toBeGreaterThanOrEqual(least);
    }
  });

  it("announces its Webmention endpoint in a header and in its markup", () => {
    const { headers = {}, text: html = "", status } = pageOf();
    const page = { url: new URL("https://alice.example/"), status, mediaType: "text/html", body: html };
    expect(headers.link).toBe('<https://alice.example/webmentions>; rel="webmention"');
    expect(discoveredEndpoint({ ...page, headers })?.href).toBe("https://alice.example/webmentions");
    expect(discoveredEndpoint({ ...page, headers: {} })?.href).toBe("https://alice.example/webmentions");
  });

  it("can be read by our own reader of pages", () => {
    expect(readSitePage(fetchedSite(htmlOf(pageOf(bob))))).toMatchObject({
      title: site.title,
      excerpt: site.description,
    });
  });

  it("keeps its structure with any texts", () => {
    const words = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("</title><script>x()</script>", '"><img src=x onerror=x()>', "'><!--", "]]>", "&lt;", "</style>"),
    );
    const plain = elements(htmlOf(pageOf({ ...carol, description: "Hers" })));
    fc.assert(
      fc.property(words, words, words, words, (title, description, name, said) => {
        fc.pre(description !== "" && said !== "");
        const recommendation = { ...carol, title: name, description: said, excerpt: said };
        const html = htmlOf(sitePageAnswer({ ...site, title, description }, API, [recommendation]));
        expect(elements(html)).toEqual(plain);
      }),
    );
  });

  it("keeps addresses inside their attributes", () => {
    const url = `https://x.example/'"><script>x()</script>`;
    const html = htmlOf(
      pageOf(sampleRecommendation({ id: "x", url, favicon: url, featuredImage: url, oneClickSubscribe: true })),
    );
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script defer src="https://alice.example/embed.js">']);
    for (const attribute of ["href", "src", "data-site"]) {
      expect(html).toContain(`${attribute}="https://x.example/&#39;&quot;&gt;&lt;script&gt;`);
    }
  });
});

/** The contrast of two colours such as `#fff` or `#0b57a4` (WCAG 2.2, "contrast ratio"). */
function contrast(one = "", other = ""): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
