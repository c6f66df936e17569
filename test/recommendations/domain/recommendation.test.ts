import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SiteLookup } from "../../../lambdas/recommendations/domain/recommendation.ts";
import {
  cutExcerpt,
  editedRecommendation,
  newRecommendation,
  REFRESHED_FIELDS,
  refreshedRecommendation,
  unrefreshedRecommendation,
} from "../../../lambdas/recommendations/domain/recommendation.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { sampleRecommendation } from "../sample-recommendations.ts";

const site: SiteLookup = {
  source: "endpoint",
  isComplete: true,
  title: "The site's own title",
  excerpt: "The site's own words",
  featuredImage: "https://a.example/cover.png",
  favicon: "https://a.example/icon.png",
  oneClickSubscribe: true,
};

describe("newRecommendation", () => {
  it("has the fields that were sent, and leaves the others to a refresh", () => {
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
      site: { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false, source: null },
    });
  });
});

describe("edited", () => {
  const seen = sampleRecommendation({
    id: "a",
    title: "A",
    excerpt: "Words",
    site: { excerpt: "Words", featuredImage: null, favicon: null, oneClickSubscribe: false, source: "page" },
  });

  it("changes the fields that were sent, and the time in whole seconds", () => {
    expect(editedRecommendation(seen, { title: "B" }, at(1_999))).toEqual({
      ...seen,
      title: "B",
      updatedAt: "2026-11-20T03:00:01.000Z",
    });
  });

  it("resets a field that is null to the site's value, which it then follows", () => {
    const mine = editedRecommendation(
      refreshedRecommendation(seen, site, START),
      { excerpt: "Mine", oneClickSubscribe: false },
      START,
    );
    const back = editedRecommendation(mine, { excerpt: null, oneClickSubscribe: null }, at(60_000));
    expect(back).toMatchObject({ excerpt: site.excerpt, oneClickSubscribe: true });
    const later = refreshedRecommendation(mine, { ...site, excerpt: "Later" }, at(60_000));
    expect(later).toMatchObject({ excerpt: "Mine", oneClickSubscribe: false });
    expect(editedRecommendation(later, { excerpt: null, oneClickSubscribe: null }, at(60_000))).toMatchObject({
      excerpt: "Later",
      oneClickSubscribe: true,
    });
  });

  it("resets a choice that was made before the first lookup", () => {
    const created = newRecommendation(
      { title: "A", url: "https://a.example/", oneClickSubscribe: false },
      { id: "id-1", at: START },
    );
    expect(refreshedRecommendation(created, site, START).oneClickSubscribe).toBe(false);
    const back = editedRecommendation(created, { oneClickSubscribe: null }, START);
    expect(refreshedRecommendation(back, site, START).oneClickSubscribe).toBe(true);
  });

  it("returns the same object after a choice that was made before the first lookup, and is sent again", () => {
    for (const oneClickSubscribe of [true, false, undefined]) {
      const sent = {
        title: "A",
        url: "https://a.example/",
        ...(oneClickSubscribe === undefined ? {} : { oneClickSubscribe }),
      };
      const created = newRecommendation(sent, { id: "id-1", at: START });
      expect(editedRecommendation(created, { oneClickSubscribe: oneClickSubscribe ?? null }, at(60_000))).toBe(created);
    }
  });

  it("makes no choice of a sign-up that was not sent before the first lookup", () => {
    const created = newRecommendation({ title: "A", url: "https://a.example/" }, { id: "id-1", at: START });
    const renamed = editedRecommendation(created, { title: "B" }, START);
    expect(refreshedRecommendation(renamed, site, START).oneClickSubscribe).toBe(true);
  });

  it("keeps the site's value of a sign-up that the publisher chooses after a lookup", () => {
    const found = refreshedRecommendation(seen, site, START);
    expect(editedRecommendation(found, { oneClickSubscribe: false }, START).site).toEqual(found.site);
    expect(editedRecommendation(found, { oneClickSubscribe: null }, START)).toBe(found);
  });

  it.each([[{}], [{ title: "A" }], [{ title: "A", url: seen.url, description: null }]])(
    "returns the same object after %j",
    (sent) => {
      expect(editedRecommendation(seen, sent, START)).toBe(seen);
    },
  );

  it("makes a field follow the site when the publisher sends the site's value", () => {
    const filled = refreshedRecommendation(sampleRecommendation({ id: "a" }), site, START);
    const same = editedRecommendation(filled, { excerpt: site.excerpt }, at(60_000));
    expect(same).toBe(filled);
    expect(refreshedRecommendation(same, { ...site, excerpt: "Later" }, at(60_000)).excerpt).toBe("Later");
  });
});

describe("a recommendation that was moved to another site", () => {
  const nothing = { excerpt: null, featuredImage: null, favicon: null };
  const found = refreshedRecommendation(sampleRecommendation({ id: "a" }), site, START);

  it("loses the values that followed the old site, and leaves the sign-up open", () => {
    expect(unrefreshedRecommendation(found)).toEqual({
      ...found,
      ...nothing,
      oneClickSubscribe: false,
      site: { ...nothing, oneClickSubscribe: false, source: null },
    });
  });

  it("keeps its publisher's values", () => {
    const mine = { ...nothing, excerpt: "Mine", favicon: "https://mine.example/", oneClickSubscribe: false };
    expect(unrefreshedRecommendation({ ...found, ...mine })).toEqual({
      ...found,
      ...mine,
      featuredImage: null,
      site: { ...nothing, oneClickSubscribe: null, source: null },
    });
  });
});

describe("refreshed", () => {
  const seen = sampleRecommendation({ id: "a", title: "A" });

  it("fills empty fields, never the title, and stores the site's values", () => {
    expect(refreshedRecommendation(seen, site, at(500))).toEqual({
      ...seen,
      excerpt: site.excerpt,
      featuredImage: site.featuredImage,
      favicon: site.favicon,
      oneClickSubscribe: true,
      updatedAt: "2026-11-20T03:00:00.000Z",
      site: {
        excerpt: site.excerpt,
        featuredImage: site.featuredImage,
        favicon: site.favicon,
        oneClickSubscribe: true,
        source: "endpoint",
      },
    });
  });

  it.each(REFRESHED_FIELDS)("updates %s from the site, unless the publisher set another value", (field) => {
    const first = refreshedRecommendation(seen, site, START);
    const value = field === "oneClickSubscribe" ? false : "https://mine.example/";
    const mine = editedRecommendation(first, { [field]: value }, START);
    const changes = {
      excerpt: "Later",
      featuredImage: "https://a.example/2",
      favicon: "https://a.example/3",
      oneClickSubscribe: false,
    };
    const later = { ...site, [field]: changes[field] };
    expect(refreshedRecommendation(first, later, at(60_000))[field]).toBe(changes[field]);
    expect(refreshedRecommendation(mine, later, at(60_000))[field]).toBe(value);
  });

  it("follows the site from the first lookup on where the publisher sent the site's value", () => {
    const sent = { title: "A", url: "https://a.example/", excerpt: site.excerpt, oneClickSubscribe: true };
    const first = refreshedRecommendation(newRecommendation(sent, { id: "a", at: START }), site, START);
    expect(
      refreshedRecommendation(first, { ...site, excerpt: "Later", oneClickSubscribe: false }, START),
    ).toMatchObject({
      excerpt: "Later",
      oneClickSubscribe: false,
    });
  });

  it("changes no value that came from the endpoint while the endpoint does not respond", () => {
    const filled = refreshedRecommendation(seen, site, START);
    const page = { ...site, source: "page", isComplete: false, excerpt: "Page", oneClickSubscribe: false } as const;
    expect(refreshedRecommendation(filled, page, at(60_000))).toBe(filled);
  });

  it("uses the page's texts if no endpoint has ever responded, and leaves the sign-up open", () => {
    const page = { ...site, source: "page", isComplete: false, excerpt: "Page", oneClickSubscribe: false } as const;
    expect(refreshedRecommendation(seen, page, START)).toMatchObject({ excerpt: "Page", oneClickSubscribe: false });
    const chosen = editedRecommendation(seen, { oneClickSubscribe: true }, START);
    expect(refreshedRecommendation(chosen, page, START).oneClickSubscribe).toBe(true);
  });

  it("returns the same object when the site did not respond, and when its values are the same", () => {
    const filled = refreshedRecommendation(seen, site, START);
    expect(refreshedRecommendation(filled, null, at(60_000))).toBe(filled);
    expect(refreshedRecommendation(filled, site, at(60_000))).toBe(filled);
  });

  it("keeps values that the site no longer gives", () => {
    const filled = refreshedRecommendation(seen, site, START);
    const silent = { ...site, title: null, excerpt: null, featuredImage: null, favicon: null };
    expect(refreshedRecommendation(filled, silent, at(60_000))).toBe(filled);
  });

  it("removes a one-click sign-up that the site no longer offers", () => {
    const filled = refreshedRecommendation(seen, site, START);
    expect(refreshedRecommendation(filled, { ...site, oneClickSubscribe: false }, START).oneClickSubscribe).toBe(false);
  });

  it.each([
    { name: "of another scheme", featuredImage: "javascript:alert(1)" },
    { name: "without a site", featuredImage: "/cover.png" },
    { name: "without anything", featuredImage: "" },
    { name: "too long to keep", featuredImage: `https://a.example/${"x".repeat(2_000)}` },
  ])("does not store an image address $name", ({ featuredImage }) => {
    expect(refreshedRecommendation(seen, { ...site, featuredImage }, START).featuredImage).toBeNull();
  });

  it("shortens a long excerpt", () => {
    expect(refreshedRecommendation(seen, { ...site, excerpt: "x".repeat(5_000) }, START).excerpt).toHaveLength(2_000);
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
  ])("keeps the right part of $name", ({ text, kept }) => {
    expect(cutExcerpt(text)).toBe(kept);
  });
});

it("changes the date exactly when a value changes, for any sequence of edits and lookups", () => {
  const words = fc.option(fc.constantFrom("one", "two"));
  const changes = fc.record(
    { description: words, excerpt: words, oneClickSubscribe: fc.boolean() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(changes, changes, words, (first, second, excerpt) => {
      const before = editedRecommendation(sampleRecommendation({ id: "a" }), first, START);
      const after = refreshedRecommendation(
        editedRecommendation(before, second, at(60_000)),
        { ...site, excerpt },
        at(60_000),
      );
      const { updatedAt: was, site: _was, ...values } = before;
      const { updatedAt: is, site: _is, ...nextValues } = after;
      // Date and values change together; a value that changed and changed back may have changed the date, too.
      if (was === is) expect(nextValues).toEqual(values);
      else expect(is).toBe(at(60_000).toISOString());
    }),
  );
});
