import { describe, expect, it } from "vitest";
import { byUse, completions, isSame, withoutTag, withTag, withTags } from "../../../../console/parts/tags/tag-list.ts";

describe("withTag", () => {
  it("adds a tag in one line and NFKC, once in any case", () => {
    expect(withTag(["a"], "  ｗｉｎｔｅｒ \n birds ")).toEqual({ tags: ["a", "winter birds"], problem: null });
    const tags = ["Birds"];
    expect(withTag(tags, "Ｂｉｒｄｓ").tags).toBe(tags);
    expect(withTag(["a"], "   ")).toEqual({ tags: ["a"], problem: null });
  });

  it("replaces an existing tag in place by its latest spelling", () => {
    expect(withTag(["a", "Birds", "z"], "ｂｉｒｄｓ")).toEqual({ tags: ["a", "birds", "z"], problem: null });
  });

  it("says which tags are too long, in characters, and which are too many", () => {
    expect(withTag([], "鳥".repeat(51)).problem).toBe("long");
    expect(withTag([], "🦉".repeat(50)).problem).toBeNull();
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(withTag(twenty, "new").problem).toBe("many");
    expect(withTag(twenty, "TAG 3").problem).toBeNull();
  });
});

it("several tags are added up to one that is too long, and behind it", () => {
  const long = "鳥".repeat(51);
  const tags = ["a"];
  expect(withTags(tags, [` ${long}`, "b"])).toEqual({ tags: ["a", "b"], refused: [{ text: long, problem: "long" }] });
  expect(withTags(tags, ["", " "])).toEqual({ tags, refused: [] });
});

it("removes a tag in any case", () => {
  expect(withoutTag(["Birds", "winter"], "BIRDS")).toEqual(["winter"]);
  expect(withoutTag(["Straße", "winter"], "STRASSE")).toEqual(["winter"]);
});

it.each([
  [["a", "b"], ["a", "b"], true],
  [[], [], true],
  [["a", "b"], ["a"], false],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["b", "a"], false],
  [["a", "b"], ["a", "B"], false],
])("the tags %j and %j are the same: %s", (tags, others, are) => expect(isSame(tags, others)).toBe(are));

describe("completions", () => {
  it("begin with what is typed, then hold it, and leave out what is chosen", () => {
    const known = ["night owls", "Owls", "birds", "owl boxes"];
    expect(completions(known, ["birds"], "OWL")).toEqual(["Owls", "owl boxes", "night owls"]);
    expect(completions(known, ["owls"], "")).toEqual(["night owls", "birds", "owl boxes"]);
    expect(completions(["読書", "図書館"], [], "書")).toEqual(["読書", "図書館"]);
  });

  it("are eight at most", () => {
    const known = Array.from({ length: 9 }, (_, index) => `owl ${index}`);
    expect(completions(known, [], "owl")).toEqual(known.slice(0, 8));
  });
});

it("orders tags by how many saved items have them", () => {
  expect(byUse([["winter", "Birds"], ["birds"], ["読書"]])).toEqual(["Birds", "winter", "読書"]);
});
