import { describe, expect, it } from "vitest";
import { wellKnownSite, wellKnownUrl } from "../../../lambdas/recommendations/domain/well-known-url.ts";

describe("wellKnownSite", () => {
  it.each([
    ["https://a.example/.well-known/recommendations.json", "https://a.example/"],
    ["https://a.example:8443/.well-known/recommendations.json", "https://a.example:8443/"],
    ["https://a.example/blog/.well-known/recommendations.json", "https://a.example/blog"],
    ["http://a.example/b/c/.well-known/recommendations.json?x=1#y", "http://a.example/b/c"],
    ["https://a.example//.well-known/recommendations.json", "https://a.example/"],
    ["https://a.example/x/../.well-known/recommendations.json", "https://a.example/"],
  ])("of %s is %s", (source, site) => {
    const url = new URL(source);
    expect(wellKnownSite(url)?.href).toBe(site);
    expect(url.href).toBe(new URL(source).href);
  });

  it.each([
    ["https://a.example/"],
    ["https://a.example/recommendations.json"],
    ["https://a.example/.well-known/recommendations.json/"],
    ["https://a.example/.well-known/recommendations.json.html"],
    ["https://a.example/.well-known/Recommendations.json"],
    ["https://a.example/x.well-known/recommendations.json"],
    ["https://a.example/?/.well-known/recommendations.json"],
    ["https://a.example/#/.well-known/recommendations.json"],
  ])("is none of %s", (source) => {
    expect(wellKnownSite(new URL(source))).toBeNull();
  });
});

it.each(["https://alice.example", "https://alice.example/"])("the list of %s is at the root of its host", (site) => {
  expect(wellKnownUrl(site)).toBe("https://alice.example/.well-known/recommendations.json");
});
