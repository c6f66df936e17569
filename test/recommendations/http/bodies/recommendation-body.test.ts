import { describe, expect, it } from "vitest";
import {
  checkBody,
  newRecommendationBody,
  recommendationChangesBody,
  sentChanges,
  sentContent,
} from "../../../../lambdas/recommendations/http/bodies/recommendation-body.ts";
import { validate } from "../../../../lambdas/shared/http/validate.ts";
import { refused } from "../refused.ts";

const least = { title: "A", url: "https://a.example/" };

function sent(fields: object) {
  return sentContent(newRecommendationBody.parse({ recommendations: [{ ...least, ...fields }] }));
}

function changes(fields: object) {
  return sentChanges(recommendationChangesBody.parse({ recommendations: [fields] }));
}

describe("the body of POST", () => {
  it("has only the fields that were sent", () => {
    expect(sent({})).toStrictEqual(least);
    expect(
      sent({
        description: "D",
        excerpt: "E",
        featured_image: "https://a.example/i.png",
        favicon: null,
        one_click_subscribe: true,
      }),
    ).toEqual({
      ...least,
      description: "D",
      excerpt: "E",
      featuredImage: "https://a.example/i.png",
      favicon: null,
      oneClickSubscribe: true,
    });
  });

  it.each([0, 2, 5])("has exactly one recommendation: %i are rejected with a remedy", (count) => {
    const recommendations = Array.from({ length: count }, (_, index) => ({
      ...least,
      url: `https://a${index}.example/`,
    }));
    for (const schema of [newRecommendationBody, recommendationChangesBody, checkBody]) {
      expect(refused(schema, { recommendations })).toEqual(["recommendations"]);
      expect(() => validate(schema, { recommendations }, "")).toThrow(
        expect.objectContaining({
          errors: [
            {
              path: "recommendations",
              message: "must hold exactly one recommendation; send one request for each",
            },
          ],
        }),
      );
    }
  });

  it("ignores unknown keys", () => {
    const unknown = { id: "id-1", created_at: "now", count: { clicks: 9 }, own: [], featuredImage: 7 };
    expect(sent(unknown)).toEqual(least);
    expect(newRecommendationBody.parse({ recommendations: [least], meta: {} })).toEqual(least);
    expect(
      newRecommendationBody.parse(
        JSON.parse('{"recommendations":[{"title":"A","url":"https://a.example/","__proto__":{"favicon":7}}]}'),
      ),
    ).toEqual(least);
  });

  it.each([
    ["https://a.example", "https://a.example/"],
    ["HTTPS://A.Example/Path/?ref=me&x#top", "https://a.example/Path/?ref=me&x#top"],
    ["http://bücher.example/ü?q=ü", "http://xn--bcher-kva.example/%C3%BC?q=%C3%BC"],
    [" https://a.example/x/../y ", "https://a.example/y"],
    ["https://a.example:443/it's", "https://a.example/it's"],
  ])("keeps the url %j as the parser serializes it", (url, kept) => {
    expect(sent({ url }).url).toBe(kept);
  });

  it.each([
    ["title", ""],
    ["title", " \u202e\n"],
    ["title", null],
    ["title", 7],
    ["title", undefined],
    ["url", undefined],
    ["url", null],
    ["url", "a.example"],
    ["url", "https://reader:secret@a.example/"],
    ["featured_image", "https://reader:secret@a.example/i.png"],
    ["url", "https://"],
    ["url", ["https://a.example/"]],
    ["description", 7],
    ["excerpt", 7],
    ["excerpt", {}],
    ["featured_image", "/cover.png"],
    ["favicon", "icon"],
    ["favicon", false],
    ["one_click_subscribe", "true"],
    ["one_click_subscribe", 1],
  ])("rejects the %s %j with its path", (field, value) => {
    const body = { recommendations: [{ ...least, [field]: value }] };
    expect(refused(newRecommendationBody, body)).toEqual([`recommendations.0.${field}`]);
  });

  it.each([
    ["title", 2_000, "x"],
    ["description", 200, "x"],
  ])("accepts a %s of at most %i characters", (field, longest, begin) => {
    const value = begin.padEnd(longest, "x");
    expect(sent({ [field]: value })).toEqual({ ...least, [field]: value });
    expect(refused(newRecommendationBody, { recommendations: [{ ...least, [field]: `${value}x` }] })).toEqual([
      `recommendations.0.${field}`,
    ]);
  });

  it("says what an address must be", () => {
    expect(() => validate(newRecommendationBody, { recommendations: [{ ...least, url: "bob" }] }, "")).toThrow(
      expect.objectContaining({
        errors: [
          {
            path: "recommendations.0.url",
            message:
              "must be the address of a web page, of 2,000 characters at most, that starts with https:// or http://, without a user name",
          },
        ],
      }),
    );
  });

  it("counts an address in its serialized form", () => {
    const url = `https://a.example/${"あ".repeat(300)}`;
    expect(refused(newRecommendationBody, { recommendations: [{ ...least, url }] })).toEqual(["recommendations.0.url"]);
    expect(sent({ url: `https://a.example/${"x/../".repeat(500)}` }).url).toBe("https://a.example/");
  });

  it("shortens a long excerpt instead of rejecting it", () => {
    expect(sent({ excerpt: "x".repeat(2_001) }).excerpt).toBe(`${"x".repeat(1_997)}...`);
  });

  it.each([
    [{}, "recommendations"],
    [{ recommendations: [] }, "recommendations"],
    [{ recommendations: least }, "recommendations"],
    [{ recommendations: null }, "recommendations"],
    [{ recommendations: [null] }, "recommendations.0"],
    [{ recommendations: ["A"] }, "recommendations.0"],
    [[], ""],
    [null, ""],
    ["A", ""],
  ])("rejects the whole body %j", (body, path) => {
    expect(refused(newRecommendationBody, body)).toEqual([path]);
  });

  it("names every invalid field", () => {
    expect(refused(newRecommendationBody, { recommendations: [{ title: "", favicon: "x" }] })).toEqual([
      "recommendations.0.title",
      "recommendations.0.url",
      "recommendations.0.favicon",
    ]);
  });

  it.each([
    ["title", " A ", "title", "A"],
    ["description", "", "description", null],
    ["description", null, "description", null],
    ["excerpt", "", "excerpt", null],
    ["featured_image", "https://A.example/i.png?w=1", "featuredImage", "https://a.example/i.png?w=1"],
    ["favicon", "http://a.example", "favicon", "http://a.example/"],
    ["one_click_subscribe", false, "oneClickSubscribe", false],
  ])("turns the %s %j into the %s %j", (field, value, name, kept) => {
    expect(sent({ [field]: value })).toEqual({ ...least, [name]: kept });
  });
});

describe("the body of PUT", () => {
  it("may have no field, and has only the fields that were sent", () => {
    expect(changes({})).toStrictEqual({});
    expect(changes({ url: "https://b.example" })).toStrictEqual({ url: "https://b.example/" });
    expect(changes({ description: null, excerpt: null, featured_image: null, favicon: null })).toEqual({
      description: null,
      excerpt: null,
      featuredImage: null,
      favicon: null,
    });
  });

  it.each([
    ["title", null],
    ["title", ""],
    ["url", null],
  ])("rejects the %s %j", (field, value) => {
    expect(refused(recommendationChangesBody, { recommendations: [{ [field]: value }] })).toEqual([
      `recommendations.0.${field}`,
    ]);
  });
});

it("the texts of a body are stored as one line without what reorders or hides text", () => {
  const text = "Ba\u200bnk\r\nof \u202eslwo\u0000 👩‍👧";
  const stored = "Bank of slwo 👩‍👧";
  const texts = { title: stored, description: stored, excerpt: stored };
  expect(sent({ title: text, description: text, excerpt: text })).toMatchObject(texts);
  expect(changes({ title: text })).toEqual({ title: stored });
});

describe("the body of a check", () => {
  it("is only an address", () => {
    expect(checkBody.parse({ recommendations: [{ url: "https://a.example", title: 7 }] })).toEqual({
      url: "https://a.example/",
    });
    expect(refused(checkBody, { recommendations: [{ title: "A" }] })).toEqual(["recommendations.0.url"]);
  });
});
