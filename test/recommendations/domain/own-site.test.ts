import { describe, expect, it } from "vitest";
import { isOwnTarget, ownSite } from "../../../lambdas/recommendations/domain/own-site.ts";
import { sampleOwnSite } from "../sample-own-site.ts";

describe("our own site", () => {
  it("has the fields of the settings", () => {
    const { url, ...settings } = sampleOwnSite;
    expect(ownSite(url, settings as Record<keyof typeof settings, string>)).toEqual(sampleOwnSite);
  });

  it.each(["https://alice.example:8443", "https://alice.example:8443/"])(
    "at %s has, without a title, its host's name",
    (url) => {
      const none = { title: "", description: "", icon: "", logo: "", accentColor: "" };
      expect(ownSite(url, none)).toEqual({
        url: "https://alice.example:8443",
        title: "alice.example:8443",
        description: null,
        icon: null,
        logo: null,
        accentColor: null,
      });
    },
  );
});

const SITE = "https://alice.example";

describe("an address of our site", () => {
  it.each([
    "https://alice.example",
    "https://alice.example/",
    "https://ALICE.example:443/",
    "http://alice.example/",
    "https://alice.example/?ref=bob",
    "https://alice.example/#top",
    "https://alice.example/.well-known/recommendations.json",
    "https://alice.example/a/page",
  ])("%s", (target) => {
    expect(isOwnTarget(target, SITE)).toBe(true);
    expect(isOwnTarget(target, `${SITE}/`)).toBe(true);
  });

  it("keeps its port and its path", () => {
    expect(isOwnTarget("http://127.0.0.1:3000/", "http://127.0.0.1:3000")).toBe(true);
    expect(isOwnTarget("http://127.0.0.1:3001/", "http://127.0.0.1:3000")).toBe(false);
    const blog = "https://alice.example/blog";
    expect([blog, `${blog}/`, `${blog}/a`].map((target) => isOwnTarget(target, blog))).toEqual([true, true, true]);
    expect(isOwnTarget("https://alice.example/blogs", blog)).toBe(false);
    expect(isOwnTarget("https://alice.example/", blog)).toBe(false);
    expect(isOwnTarget("https://alice.example/.well-known/recommendations.json", blog)).toBe(true);
  });

  it.each([
    "",
    "alice.example",
    "/",
    "ftp://alice.example/",
    "javascript:alert(1)//alice.example/",
    "https://www.alice.example/",
    "https://alice.example.evil.example/",
    "https://evil.example/https://alice.example/",
    "https://alice.example@evil.example/",
    "https://bob@alice.example/",
    "https://:secret@alice.example/",
    "https://alice.example:8443/",
    "http://alice.example:443/",
  ])("is not %s", (target) => {
    expect(isOwnTarget(target, SITE)).toBe(false);
  });
});
