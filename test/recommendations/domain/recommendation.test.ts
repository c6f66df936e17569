import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SiteMetadata } from "../../../lambdas/recommendations/domain/recommendation.ts";
import {
  cutExcerpt,
  edited,
  newRecommendation,
  REFRESHED_FIELDS,
  refreshed,
} from "../../../lambdas/recommendations/domain/recommendation.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { sampleRecommendation } from "../sample-recommendations.ts";

const site: SiteMetadata = {
  title: "The site's own title",
  excerpt: "The site's own words",
  featuredImage: "https://a.example/cover.png",
  favicon: "https://a.example/icon.png",
  oneClickSubscribe: true,
};

describe("newRecommendation", () => {
  it("has what was sent, and the rest open to a refresh", () => {
    const sent = { title: "A", url: "https://a.example/", description: "Read it", favicon: null };
    expect(newRecommendation(sent, { id: "id-1", at: at(789) })).toEqual({
      id: "id-1",
      title: "A",
      url: "https://a.example/",
      description: "Read it",
      excerpt: null,
      featuredImage: null,
      favicon: null,
      oneClickSubscribe: false,
      createdAt: "2026-11-20T03:00:00.000Z",
      updatedAt: null,
      own: ["favicon"],
    });
  });
});

describe("edited", () => {
  const seen = sampleRecommendation({ id: "a", title: "A", excerpt: "Words" });

  it("changes what was sent, and the time in whole seconds", () => {
    expect(edited(seen, { title: "B" }, at(1_999))).toEqual({
      ...seen,
      title: "B",
      updatedAt: "2026-11-20T03:00:01.000Z",
    });
  });

  it("clears what is sent as null, for good", () => {
    const cleared = edited(seen, { excerpt: null }, START);
    expect(cleared).toMatchObject({ excerpt: null, own: ["excerpt"], updatedAt: START.toISOString() });
    expect(refreshed(cleared, { ...site, oneClickSubscribe: false }, at(60_000)).excerpt).toBeNull();
  });

  it.each([[{}], [{ title: "A" }], [{ title: "A", url: seen.url, description: null }]])(
    "is the very same after %j",
    (sent) => {
      expect(edited(seen, sent, START)).toBe(seen);
    },
  );

  it("makes a value the publisher's own without a new date when they send what is there", () => {
    expect(edited(seen, { excerpt: "Words" }, START)).toEqual({ ...seen, own: ["excerpt"] });
  });
});

describe("refreshed", () => {
  const seen = sampleRecommendation({ id: "a", title: "A" });

  it("fills what the publisher has not sent, never the title", () => {
    expect(refreshed(seen, site, at(500))).toEqual({
      ...seen,
      excerpt: site.excerpt,
      featuredImage: site.featuredImage,
      favicon: site.favicon,
      oneClickSubscribe: true,
      updatedAt: "2026-11-20T03:00:00.000Z",
    });
  });

  it.each(REFRESHED_FIELDS)("leaves the publisher's own %s alone", (field) => {
    const own = { ...seen, own: [field] };
    expect(refreshed(own, site, START)[field]).toBe(seen[field]);
  });

  it("is the very same when the site could not be asked, and when it says the same as before", () => {
    const filled = refreshed(seen, site, START);
    expect(refreshed(filled, null, at(60_000))).toBe(filled);
    expect(refreshed(filled, site, at(60_000))).toBe(filled);
  });

  it("keeps what it has where the site says nothing any more", () => {
    const filled = refreshed(seen, site, START);
    const silent = { title: null, excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: true };
    expect(refreshed(filled, silent, at(60_000))).toBe(filled);
  });

  it("takes a withdrawn one-click offer back", () => {
    const filled = refreshed(seen, site, START);
    expect(refreshed(filled, { ...site, oneClickSubscribe: false }, START).oneClickSubscribe).toBe(false);
  });

  it.each([
    { name: "of another scheme", featuredImage: "javascript:alert(1)" },
    { name: "without a site", featuredImage: "/cover.png" },
    { name: "without anything", featuredImage: "" },
    { name: "too long to keep", featuredImage: `https://a.example/${"x".repeat(2_000)}` },
  ])("does not take an image address $name", ({ featuredImage }) => {
    expect(refreshed(seen, { ...site, featuredImage }, START).featuredImage).toBeNull();
  });

  it("cuts a long excerpt", () => {
    expect(refreshed(seen, { ...site, excerpt: "x".repeat(5_000) }, START).excerpt).toHaveLength(2_000);
  });
});

describe("cutExcerpt", () => {
  const xs = (count: number) => "x".repeat(count);

  it.each([
    { name: "nothing", text: "", kept: null },
    { name: "a short one", text: "Words", kept: "Words" },
    { name: "2,000 characters", text: xs(2_000), kept: xs(2_000) },
    { name: "2,001 characters", text: xs(2_001), kept: `${xs(1_997)}...` },
    { name: "a pair at the cut", text: `${xs(1_996)}😀${xs(10)}`, kept: `${xs(1_996)}...` },
    { name: "a pair before the cut", text: `${xs(1_995)}😀${xs(10)}`, kept: `${xs(1_995)}😀...` },
  ])("keeps what it should of $name", ({ text, kept }) => {
    expect(cutExcerpt(text)).toBe(kept);
  });
});

it("only ever moves the date when a value moves, whatever is sent and found", () => {
  const words = fc.option(fc.constantFrom("one", "two"));
  const changes = fc.record(
    { description: words, excerpt: words, oneClickSubscribe: fc.boolean() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(changes, changes, words, (first, second, excerpt) => {
      const before = edited(sampleRecommendation({ id: "a" }), first, START);
      const after = refreshed(edited(before, second, at(60_000)), { ...site, excerpt }, at(60_000));
      const { updatedAt: was, own: _was, ...values } = before;
      const { updatedAt: is, own: _is, ...nextValues } = after;
      // Date and values move together; a value that went there and back again may have moved the date too.
      if (was === is) expect(nextValues).toEqual(values);
      else expect(is).toBe(at(60_000).toISOString());
    }),
  );
});
