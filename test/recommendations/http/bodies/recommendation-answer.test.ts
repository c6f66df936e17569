import { describe, expect, it } from "vitest";
import {
  checkedSiteSchema,
  recommendationAnswer,
  recommendationSchema,
  unknownSiteAnswer,
} from "../../../../lambdas/recommendations/http/bodies/recommendation-answer.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";

const onTheWire = {
  id: "a",
  title: "A site",
  description: null,
  excerpt: null,
  featured_image: null,
  favicon: null,
  url: "https://a.example/",
  one_click_subscribe: false,
  created_at: "2026-11-01T00:00:00.000Z",
  updated_at: null,
};

describe("recommendationAnswer", () => {
  it("has all keys, null for empty values, and no others", () => {
    expect(recommendationAnswer(sampleRecommendation({ id: "a" }))).toStrictEqual(onTheWire);
  });

  it.each([[{ clicks: 0 }], [{ subscribers: 3 }], [{ clicks: 1, subscribers: 0 }]])("shows the counts %j", (counts) => {
    const answer = recommendationAnswer(sampleRecommendation({ id: "a" }), counts);
    expect(answer).toStrictEqual({ ...onTheWire, count: counts });
    expect(recommendationSchema.parse(answer)).toEqual(answer);
  });
});

describe("unknownSiteAnswer", () => {
  const nothing = { ...onTheWire, id: null, title: null, created_at: null };

  it("has nulls for a site that did not respond", () => {
    expect(unknownSiteAnswer("https://a.example/", null)).toStrictEqual(nothing);
  });

  it("has the site's metadata, and no description", () => {
    const site = {
      title: "A",
      excerpt: "Words",
      featuredImage: "https://a.example/cover.png",
      favicon: null,
      oneClickSubscribe: true,
    };
    const answer = unknownSiteAnswer("https://a.example/", site);
    expect(answer).toStrictEqual({
      ...nothing,
      title: "A",
      excerpt: "Words",
      featured_image: "https://a.example/cover.png",
      one_click_subscribe: true,
    });
    expect(checkedSiteSchema.parse(answer)).toEqual(answer);
  });
});
