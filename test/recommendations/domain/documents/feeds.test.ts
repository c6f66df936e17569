import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Directory } from "../../../../lambdas/recommendations/domain/directory.ts";
import { atomFeed } from "../../../../lambdas/recommendations/domain/documents/atom-feed.ts";
import { blogroll } from "../../../../lambdas/recommendations/domain/documents/blogroll.ts";
import { ownSite } from "../../../../lambdas/recommendations/domain/own-site.ts";
import type { Recommendation } from "../../../../lambdas/recommendations/domain/recommendation.ts";
import { derivedId } from "../../../../lambdas/shared/derived-id.ts";
import { sampleOwnSite } from "../../sample-own-site.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";
import { validDocument } from "./xml-validity.ts";

const changed = (changedAt: string | null) => ({ changedAt }) as Directory;
const NOT_CHANGED = changed(null);
const site = (name: string, fields: Partial<Recommendation> = {}) =>
  sampleRecommendation({ id: derivedId(name), url: `https://${name}.example/`, title: name, ...fields });
const feed = (recommendations: readonly Recommendation[], directory = NOT_CHANGED, own = sampleOwnSite) =>
  validDocument(atomFeed(directory, recommendations, own), "atom");
const outline = (recommendations: readonly Recommendation[], directory = NOT_CHANGED, own = sampleOwnSite) =>
  validDocument(blogroll(directory, recommendations, own), "opml");

const HOSTILE = `</title><script>alert(1)</script>]]>&amp;&#0;"'\u0000\u0008\u000b\uffff\ud800 日本語 👍 é`;
/** A text without the characters that XML 1.0 excludes. */
const READ = `</title><script>alert(1)</script>]]>&amp;&#0;"' 日本語 👍 é`;

describe("the Atom feed", () => {
  it("has the link to the page first, which simple readers take for the site's", () => {
    expect(feed([site("alice")], changed("2026-11-05T00:00:00.000Z")).texts("/a:feed/a:link/@rel")).toEqual([
      "alternate",
      "self",
    ]);
  });

  it("has the site's names, and the recommendations, the newest first", () => {
    const bob = site("bob", { createdAt: "2026-11-02T00:00:00.000Z", updatedAt: "2026-11-05T00:00:00.000Z" });
    const document = feed([site("alice"), bob], changed("2026-11-05T00:00:00.000Z"));
    expect([
      document.texts("/a:feed/a:id"),
      document.texts("/a:feed/a:title"),
      document.texts("/a:feed/a:subtitle"),
      document.texts("/a:feed/a:updated"),
      document.texts("/a:feed/a:author/*"),
      document.texts("/a:feed/a:link[@rel='self']/@href"),
      document.texts("/a:feed/a:link[@rel='alternate']/@href"),
      document.texts("/a:feed/a:icon"),
      document.texts("//a:entry/a:id"),
      document.texts("//a:entry/a:title"),
      document.texts("//a:entry/a:link/@href"),
      document.texts("//a:entry/a:published"),
      document.texts("//a:entry/a:updated"),
    ]).toEqual([
      ["https://alice.example/recommendations.atom"],
      ["Alice's site: recommended sites"],
      ["What Alice reads."],
      ["2026-11-05T00:00:00.000Z"],
      ["Alice's site", "https://alice.example/"],
      ["https://alice.example/recommendations.atom"],
      ["https://alice.example/"],
      ["https://alice.example/icon.png?a=1&b=2"],
      [`urn:uuid:${derivedId("bob")}`, `urn:uuid:${derivedId("alice")}`],
      ["bob", "alice"],
      ["https://bob.example/", "https://alice.example/"],
      ["2026-11-02T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
      ["2026-11-05T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
    ]);
  });

  it("has the publisher's description, then the site's own, as markup that is escaped twice", () => {
    const document = feed([site("a", { description: "Why & <b>", excerpt: "What" }), site("b", { excerpt: "Owls" })]);
    expect(document.texts("//a:entry/a:summary").toSorted()).toEqual([
      "<p>Owls</p>",
      "<p>Why &amp; &lt;b&gt;</p><p>What</p>",
    ]);
    expect(feed([site("c", { description: "" })]).texts("//a:summary")).toEqual([]);
  });

  it("keeps an entry's id over an edit of its address and over a move of the site to another domain", () => {
    const ids = (...args: Parameters<typeof feed>) => feed(...args).texts("//a:entry/a:id");
    const moved = { ...sampleOwnSite, url: "https://moved.example" };
    const edited = site("bob", {
      url: "https://robert.example/",
      title: "Robert",
      updatedAt: "2026-11-09T00:00:00.000Z",
    });
    expect(ids([edited], NOT_CHANGED, moved)).toEqual(ids([site("bob")]));
  });

  it("was updated when the list was, also by a removal, and never before its newest entry", () => {
    const updated = (...args: Parameters<typeof feed>) => feed(...args).texts("/a:feed/a:updated")[0];
    expect(updated([site("bob")], changed("2026-11-08T00:00:00.000Z"))).toBe("2026-11-08T00:00:00.000Z");
    expect(updated([], changed("2026-11-08T00:00:00.000Z"))).toBe("2026-11-08T00:00:00.000Z");
    expect(updated([site("bob")], changed("2026-10-08T00:00:00.000Z"))).toBe("2026-11-01T00:00:00.000Z");
    expect(updated([])).toBe("1970-01-01T00:00:00.000Z");
  });

  it("has the newest hundred", () => {
    const day = (index: number) => new Date(Date.UTC(2026, 0, index)).toISOString();
    const many = Array.from({ length: 101 }, (_, index) => site(`s${index}`, { createdAt: day(index + 1) }));
    const titles = feed(many).texts("//a:entry/a:title");
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([100, "s100", "s1"]);
  });

  it("leaves out missing fields of the site", () => {
    const document = feed([], NOT_CHANGED, ownSite("https://plain.example", {}));
    expect([document.texts("//a:subtitle"), document.texts("//a:icon"), document.texts("/a:feed/a:title")]).toEqual([
      [],
      [],
      ["plain.example: recommended sites"],
    ]);
  });
});

describe("the blogroll", () => {
  it("begins with the feed, and has every recommendation as a link, the newest first", () => {
    const bob = site("bob", { createdAt: "2026-11-02T00:00:00.000Z", description: "Owls, daily" });
    const document = outline([site("alice"), bob], changed("2026-11-05T12:00:00.000Z"));
    expect([
      document.texts("/opml/head/title"),
      document.texts("/opml/head/dateModified"),
      document.texts("/opml/body/outline[1]/@*"),
      document.texts("/opml/body/outline/@url"),
      document.texts("/opml/body/outline[2]/@*"),
    ]).toEqual([
      ["Alice's site: recommended sites"],
      ["Thu, 05 Nov 2026 12:00:00 GMT"],
      [
        ...["rss", "Alice's site: recommended sites"],
        ...["https://alice.example/recommendations.atom", "https://alice.example/"],
      ],
      ["https://bob.example/", "https://alice.example/"],
      ["link", "bob", "https://bob.example/", "Owls, daily", "Mon, 02 Nov 2026 00:00:00 GMT"],
    ]);
  });
});

describe.each([
  ["the Atom feed", feed, atomFeed, "//a:entry/a:title"],
  ["the blogroll", outline, blogroll, "//outline[@type='link']/@text"],
] as const)("%s", (_what, parsed, rendered, titles) => {
  it("is valid whatever a site says, and nothing but its characters is lost", () => {
    const own = { ...sampleOwnSite, title: HOSTILE, description: HOSTILE };
    const fields = { title: HOSTILE, description: HOSTILE, excerpt: HOSTILE, url: "https://a.example/?a=1&b='%22#c" };
    expect(parsed([site("a", fields)], NOT_CHANGED, own).texts(titles)).toEqual([READ]);
  });

  it("is valid for any text", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, text, (title, description, excerpt) => {
        parsed([site("a", { title, description, excerpt })]);
      }),
    );
  });

  it("is valid without a recommendation", () => {
    expect(parsed([]).texts(titles)).toEqual([]);
  });

  it("is the same for any order of the recommendations", () => {
    const all = Array.from({ length: 6 }, (_, index) =>
      site(`s${index}`, { createdAt: `2026-11-0${1 + (index % 2)}T00:00:00.000Z` }),
    );
    expect(rendered(NOT_CHANGED, all.toReversed(), sampleOwnSite)).toBe(rendered(NOT_CHANGED, all, sampleOwnSite));
  });
});
