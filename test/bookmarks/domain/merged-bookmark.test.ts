import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { mergedBookmark } from "../../../lambdas/bookmarks/domain/merged-bookmark.ts";
import { MINUTE, START } from "../../emulators/test-clock.ts";
import { pageUrl, pendingBookmark } from "../bookmarks-world.ts";

const STAYS: Bookmark = pendingBookmark("alice");
const OTHER: Bookmark = pendingBookmark("alice", { canonicalUrl: pageUrl("short") });

function merged(stays: Partial<Bookmark>, other: Partial<Bookmark>) {
  const both = mergedBookmark({ ...STAYS, ...stays }, { ...OTHER, ...other });
  return both.ok ? both.fields : both.detail;
}

describe("a merged bookmark", () => {
  it.each<[string | null, string | null, string | null]>([
    [null, null, null],
    ["Mine", null, "Mine"],
    [null, "Yours", "Yours"],
    ["Mine", "Yours", "Mine"],
    ["", "Yours", ""],
  ])("of the titles %j and %j has %j", (stays, other, title) => {
    expect(merged({ title: stays }, { title: other })).toMatchObject({ title });
  });

  it.each<[string | null, string | null, string | null]>([
    [null, null, null],
    ["mine", null, "mine"],
    ["mine", "", "mine"],
    [null, "yours", "yours"],
    ["", "yours", "yours"],
    ["", null, ""],
    ["mine", "yours", "mine\n\nyours"],
    // An existing text is not added again, so that a merge can be repeated.
    ["same", "same", "same"],
    ["mine\n\nyours", "yours", "mine\n\nyours"],
    ["yours\n\nmine", "yours", "yours\n\nmine"],
    ["one\n\ntwo\n\nthree", "two\n\nthree", "one\n\ntwo\n\nthree"],
    // A part of a paragraph does not count as one.
    ["not yours", "yours", "not yours\n\nyours"],
    ["yours too", "yours", "yours too\n\nyours"],
  ])("of the notes %j and %j has %j", (stays, other, note) => {
    expect(merged({ note: stays }, { note: other })).toMatchObject({ note });
  });

  it.each<[readonly string[] | null, readonly string[] | null, readonly string[] | null]>([
    [null, null, null],
    [["a"], null, ["a"]],
    [null, ["b"], ["b"]],
    [[], null, []],
    [["a"], ["b", "A"], ["a", "b"]],
  ])("of the own tags %j and %j has %j", (stays, other, userTags) => {
    expect(merged({ userTags: stays }, { userTags: other })).toMatchObject({ userTags });
  });

  it("has the earlier date", () => {
    const [early, late] = [START.toISOString(), new Date(START.getTime() + MINUTE).toISOString()];
    expect(merged({ createdAt: early }, { createdAt: late })).toMatchObject({ createdAt: early });
    expect(merged({ createdAt: late }, { createdAt: early })).toMatchObject({ createdAt: early });
  });

  it("has the other's addresses, each once", () => {
    const first = merged(
      { aliases: ["https://a.example/"] },
      { aliases: ["https://b.example/", "https://a.example/"] },
    );
    const aliases = ["https://a.example/", OTHER.canonicalUrl, "https://b.example/"];
    expect(first).toMatchObject({ aliases });
    expect(merged({ aliases }, { aliases: [] })).toMatchObject({ aliases });
  });

  it("is not a duplicate of a merged bookmark, but may be one of others", () => {
    expect(merged({ duplicateOf: OTHER.canonicalUrl }, {})).toMatchObject({ duplicateOf: null });
    expect(merged({ duplicateOf: pageUrl("third") }, {})).toMatchObject({ duplicateOf: pageUrl("third") });
    expect(merged({ duplicateOf: null }, {})).toMatchObject({ duplicateOf: null });
  });

  it("keeps the facts of its own page", () => {
    const gone = { missingAt: START.toISOString(), goneAt: START.toISOString() };
    for (const [stays, other] of [
      [gone, {}],
      [{}, gone],
    ] as const) {
      expect(merged(stays, other)).not.toHaveProperty("goneAt");
      expect(merged(stays, other)).not.toHaveProperty("missingAt");
    }
  });

  it("is the same when it is merged again", () => {
    const other = { title: "T", note: "yours", userTags: ["b"], aliases: [pageUrl("older")] };
    const once = merged({ note: "mine", userTags: ["a"] }, other) as Partial<Bookmark>;
    expect(merged(once, other)).toEqual(once);
  });
});

describe("bookmarks that are too much for one", () => {
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, index) => `tag ${from + index}`);
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => pageUrl(String(index)));

  it("have notes of more than 5,000 characters together", () => {
    expect(merged({ note: "a".repeat(2_999) }, { note: "b".repeat(1_999) })).toMatchObject({
      note: expect.any(String),
    });
    expect(merged({ note: "a".repeat(3_000) }, { note: "b".repeat(1_999) })).toMatch(/notes.*longer/);
  });

  it("have more than 20 tags together", () => {
    expect(merged({ userTags: tags(0, 12) }, { userTags: tags(4, 16) })).toMatchObject({ userTags: tags(0, 20) });
    expect(merged({ userTags: tags(0, 12) }, { userTags: tags(4, 17) })).toMatch(/more than 20 tags/);
  });

  it("have more than 100 addresses together", () => {
    expect(merged({ aliases: addresses(99) }, {})).toMatchObject({ aliases: [...addresses(99), OTHER.canonicalUrl] });
    expect(merged({ aliases: addresses(100) }, {})).toMatch(/More than 100/);
  });
});
