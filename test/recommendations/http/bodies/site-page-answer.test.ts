import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sitePageAnswer } from "../../../../lambdas/recommendations/http/bodies/site-page-answer.ts";
import { discoveredEndpoint } from "../../../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { readSitePage } from "../../../../lambdas/recommendations/readers/site-page.ts";
import { markupTokens, tagAttributes } from "../../../../lambdas/shared/html/markup-tokens.ts";
import type { Answer } from "../../../../lambdas/shared/http/answer.ts";
import { fetchedSite } from "../../readers/fetched-site.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";

const site = { url: "https://alice.example", title: "Alice's site", description: "What Alice reads." };
const bob = sampleRecommendation({
  id: "bob",
  title: "Bob & Co",
  description: "On queues",
  url: "https://bob.example/?a=1&b=2",
});
const carol = sampleRecommendation({ id: "carol", title: "Carol" });

const pageOf = (...recommendations: Parameters<typeof sitePageAnswer>[1][number][]) =>
  sitePageAnswer(site, recommendations);

const htmlOf = ({ text = "" }: Answer) => text;

describe("our site's page", () => {
  it("shows the site and what it recommends, in the given order", () => {
    expect(htmlOf(pageOf(bob, carol))).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Alice&#39;s site</title>
<meta name="description" content="What Alice reads.">
<link rel="webmention" href="/webmentions">
<style>${/<style>(.*)<\/style>/.exec(htmlOf(pageOf()))?.[1]}</style>
</head>
<body>
<h1 dir="auto">Alice&#39;s site</h1>
<p dir="auto">What Alice reads.</p>
<h2>Recommended sites</h2>
<ul>
<li><a href="https://bob.example/?a=1&amp;b=2" rel="noopener" dir="auto">Bob &amp; Co</a>
<p dir="auto">On queues</p></li>
<li><a href="https://carol.example/" rel="noopener" dir="auto">Carol</a></li>
</ul>
</body>
</html>
`);
  });

  it("says so where nothing is recommended yet, and leaves out a description that is none", () => {
    const html = htmlOf(sitePageAnswer({ ...site, description: null }, []));
    expect(html).toContain("<p>No site is recommended here yet.</p>");
    expect(html).not.toMatch(/<ul|description/);
  });

  it("is a page that runs and loads nothing", () => {
    const { status, headers = {} } = pageOf(bob);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none';(?!.*script-src)/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("tells a sender of mentions where to, by its header and by its markup", () => {
    const { headers = {}, text: html = "", status } = pageOf();
    const page = { url: new URL("https://alice.example/"), status, mediaType: "text/html", body: html };
    expect(headers.link).toBe('<https://alice.example/webmentions>; rel="webmention"');
    expect(discoveredEndpoint({ ...page, headers })?.href).toBe("https://alice.example/webmentions");
    expect(discoveredEndpoint({ ...page, headers: {} })?.href).toBe("https://alice.example/webmentions");
  });

  it("is what a site that recommends us reads of us", () => {
    expect(readSitePage(fetchedSite(htmlOf(pageOf(bob))))).toMatchObject({
      title: site.title,
      excerpt: site.description,
    });
  });

  it("keeps its markup whatever the words are", () => {
    const words = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("</title><script>x()</script>", '"><img src=x onerror=x()>', "'><!--", "]]>", "&lt;", "</style>"),
    );
    const elements = (html: string) =>
      [...markupTokens(html)].flatMap((token) =>
        token.kind === "text"
          ? []
          : [
              [
                token.kind,
                token.name,
                ...tagAttributes(token, new Set(["href", "onerror", "src", "rel", "dir"])).keys(),
              ].join(),
            ],
      );
    const plain = elements(htmlOf(pageOf(bob)));
    fc.assert(
      fc.property(words, words, words, words, (title, description, name, said) => {
        fc.pre(description !== "" && said !== "");
        const recommendation = { ...bob, title: name, description: said };
        const html = htmlOf(sitePageAnswer({ ...site, title, description }, [recommendation]));
        expect(elements(html)).toEqual(plain);
      }),
    );
  });

  it("keeps an address within its attribute", () => {
    const hostile = sampleRecommendation({ id: "x", url: `https://x.example/'"><script>x()</script>` });
    const html = htmlOf(pageOf(hostile));
    expect(html).not.toContain("<script");
    expect(html).toContain('href="https://x.example/&#39;&quot;&gt;&lt;script&gt;');
  });
});
