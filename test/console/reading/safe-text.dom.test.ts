// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { mayHave } from "../../../console/reading/safe-text.ts";

describe("what an element of a kept text may have", () => {
  it.each([
    ["a", "href", "https://blog.example/a"],
    ["a", "href", "http://blog.example/a"],
    ["a", "href", "mailto:ada@blog.example"],
    ["img", "src", "/i/owl"],
    ["img", "alt", "An owl"],
    ["td", "colspan", "2"],
    ["span", "lang", "ja"],
  ])("%s: %s, here %s", (element, name, value) => {
    expect(mayHave(element, name, value)).toBe(true);
  });

  it.each([
    ["a", "href", "javascript:run()"],
    ["a", "href", "/app/settings"],
    ["a", "href", ""],
    ["a", "src", "/i/owl"],
    ["a", "onclick", "run()"],
    ["img", "href", "https://blog.example/a"],
    ["img", "src", "https://elsewhere.example/i/owl"],
    ["img", "src", "/v1/i/"],
    ["img", "src", "/i/../v1/health"],
    ["img", "src", "https://"],
    ["p", "title", "x"],
  ])("not %s: %s, here %s", (element, name, value) => {
    expect(mayHave(element, name, value)).toBe(false);
  });
});
