import { describe, expect, it } from "vitest";
import { byUse, completions, withoutTag, withTag } from "../../../console/parts/tags/tag-list.ts";

describe("withTag", () => {
  it("adds a tag in one line and NFKC, once in any case", () => {
    expect(withTag(["a"], "  ｗｉｎｔｅｒ \n birds ")).toEqual({ tags: ["a", "winter birds"], problem: null });
    expect(withTag(["Birds"], "ｂｉｒｄｓ")).toEqual({ tags: ["Birds"], problem: null });
    expect(withTag(["a"], "   ")).toEqual({ tags: ["a"], problem: null });
  });

  it("says what is too long, in characters, and what are too many", () => {
    expect(withTag([], "鳥".repeat(51)).problem).toBe("long");
    expect(withTag([], "🦉".repeat(50)).problem).toBeNull();
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(withTag(twenty, "new").problem).toBe("many");
    expect(withTag(twenty, "TAG 3").problem).toBeNull();
  });
});

it("removes a tag in any case", () => {
  expect(withoutTag(["Birds", "winter"], "BIRDS")).toEqual(["winter"]);
});

describe("completions", () => {
  it("begin with what is typed, then hold it, and leave out what is chosen", () => {
    const known = ["night owls", "Owls", "birds", "owl boxes"];
    expect(completions(known, ["birds"], "OWL")).toEqual(["Owls", "owl boxes", "night owls"]);
    expect(completions(known, ["owls"], "")).toEqual(["night owls", "birds", "owl boxes"]);
    expect(completions(["読書", "図書館"], [], "書")).toEqual(["読書", "図書館"]);
  });
});

it("orders tags by how many things have them", () => {
  expect(byUse([["winter", "Birds"], ["birds"], ["読書"]])).toEqual(["Birds", "winter", "読書"]);
});
