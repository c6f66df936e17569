import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSiteEndpoint, siteEndpoint } from "../../../lambdas/recommendations/readers/site-endpoint.ts";
import { fetchedSite, TITLE_ONLY } from "./fetched-site.ts";

const ghost = {
  title: "A Ghost",
  description: "It haunts.",
  logo: "https://ghost.example/logo.png",
  icon: "https://ghost.example/icon.png",
  cover_image: "https://ghost.example/cover.jpg",
  accent_color: "#15171a",
  locale: "en",
  url: "https://ghost.example/",
  version: "6.0",
  allow_external_signup: true,
};

function read(site: unknown, fields = {}) {
  const json = JSON.stringify({ site });
  return readSiteEndpoint(fetchedSite(json, { url: new URL("https://ghost.example/members/api/site"), ...fields }));
}

const readText = (text: string) => readSiteEndpoint(fetchedSite(text));

describe("the endpoint of a site", () => {
  it.each([
    ["https://ghost.example/", "https://ghost.example/members/api/site"],
    ["https://ghost.example/blog/", "https://ghost.example/blog/members/api/site"],
  ])("of %s is %s", (site, endpoint) => {
    expect(siteEndpoint(new URL(site)).href).toBe(endpoint);
  });
});

describe("a Ghost site's answer", () => {
  it("gives all of its metadata", () => {
    expect(read(ghost)).toEqual({
      title: "A Ghost",
      excerpt: "It haunts.",
      featuredImage: "https://ghost.example/cover.jpg",
      favicon: "https://ghost.example/icon.png",
      oneClickSubscribe: true,
    });
  });

  it.each([
    ["no sign-up", { allow_external_signup: false }, { oneClickSubscribe: false }],
    ["a logo for an icon", { icon: null }, { favicon: "https://ghost.example/logo.png" }],
    ["a logo for an empty icon", { icon: "" }, { favicon: "https://ghost.example/logo.png" }],
    ["a logo for an icon that is none", { icon: "data:image/png;base64,AA==" }, { favicon: ghost.logo }],
    ["a relative picture", { cover_image: "/content/a.png" }, { featuredImage: "https://ghost.example/content/a.png" }],
    ["a picture with a scheme that is none", { cover_image: "javascript:alert(1)" }, { featuredImage: null }],
    ["a picture that is no text", { cover_image: { url: "/a" } }, { featuredImage: null }],
    ["an empty description", { description: "" }, { excerpt: null }],
    ["a description of white space", { description: " \n\u200b" }, { excerpt: null }],
    ["a description that is no text", { description: 5 }, { excerpt: null }],
    ["a description that is none", { description: undefined }, { excerpt: null }],
    ["a description of several lines", { description: "a\n b\u202e" }, { excerpt: "a b" }],
    ["a long description", { description: "x".repeat(2_001) }, { excerpt: `${"x".repeat(1_997)}...` }],
    ["an empty title", { title: "" }, { title: null }],
    ["a long title", { title: "x".repeat(2_001) }, { title: "x".repeat(2_000) }],
    ["a title cut within a character", { title: `${"x".repeat(1_999)}😀` }, { title: "x".repeat(1_999) }],
    ["markup in a title, which is text", { title: "<script>x</script>" }, { title: "<script>x</script>" }],
  ])("may have %s", (_name, fields, expected) => {
    expect(read({ ...ghost, ...fields })).toMatchObject(expected);
  });

  it("needs only the flag", () => {
    expect(read({ allow_external_signup: true })).toEqual({ ...TITLE_ONLY, title: null, oneClickSubscribe: true });
  });

  it("is accepted with any media type, a byte order mark and any status of success", () => {
    const json = `\ufeff${JSON.stringify({ site: ghost })}`;
    expect(readSiteEndpoint(fetchedSite(json, { mediaType: "text/plain", status: 203 }))?.title).toBe("A Ghost");
  });
});

describe("an answer that is not a Ghost site's", () => {
  it.each([
    ["an old version", { title: "Old" }],
    ["a flag that is no boolean", { ...ghost, allow_external_signup: "true" }],
    ["a flag that is null", { ...ghost, allow_external_signup: null }],
    ["a list", [ghost]],
    ["a text", "site"],
    ["null", null],
  ])("is %s", (_name, site) => {
    expect(read(site)).toBeNull();
  });

  it.each(["", "[]", "null", "5", "{}", '{"site":', "<!doctype html><title>x</title>", "[".repeat(200_000)])(
    "is %.30s",
    (text) => {
      expect(readText(text)).toBeNull();
    },
  );

  it.each([199, 301, 304, 404, 500])("has status %d", (status) => {
    expect(read(ghost, { status })).toBeNull();
  });

  it("never causes an exception", () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (value, site) => {
        expect(() => readText(String(JSON.stringify(value)))).not.toThrow();
        expect(() => read({ ...ghost, ...Object(site) })).not.toThrow();
      }),
    );
  });
});
