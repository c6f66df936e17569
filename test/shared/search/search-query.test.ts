import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { matchesSearch } from "../../../lambdas/shared/search/matches-search.ts";
import { parseSearch, tagCondition } from "../../../lambdas/shared/search/parse-search.ts";
import { searchQuery } from "../../../lambdas/shared/search/search-query.ts";
import {
  readableUrls,
  searchableFields,
  searchableTags,
  searchableText,
} from "../../../lambdas/shared/search/searchable-text.ts";
import { anyCharacter } from "../../any-character.ts";
import { FOUND, FOUND_IN_ADDRESS, NOT_FOUND } from "./search-cases.ts";

const NOTHING = { title: "", site: "", text: "", tags: "", createdAt: "" };
const finds = (q: string, ...fields: readonly string[]) =>
  matchesSearch({ ...NOTHING, text: searchableFields(fields) }, parseSearch(q).conditions);

describe("a search", () => {
  it.each(FOUND)("finds %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each(NOT_FOUND)("does not find %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(false);
  });

  it("finds words in several fields, and no phrase over two", () => {
    expect(finds("fox 夜景", "The quick fox", "東京タワーの夜景")).toBe(true);
    expect(finds('"fox jumps"', "The quick fox", "jumps")).toBe(false);
  });

  it.each(FOUND_IN_ADDRESS)("finds %s in an address", (q, url) => {
    expect(finds(q, ...readableUrls(url))).toBe(true);
  });

  it("finds the last word of a long text", () => {
    expect(finds("end", `${"word ".repeat(1_000)}end`)).toBe(true);
  });

  it("finds a letter by the marks of a language, however many more it has", () => {
    expect(finds(`e${"\u0301".repeat(30)}`, `e${"\u0301".repeat(40)}`)).toBe(true);
    expect(finds("e", `e${"\u0301".repeat(40)}`)).toBe(false);
  });

  it("does not find words over a half character", () => {
    expect(finds("ab", "a\ud800b")).toBe(false);
  });

  it("leaves out missing fields", () => {
    expect(searchableFields(["one", null, undefined, "two"])).toBe(searchableFields(["one", "two"]));
  });

  it("keeps one form of an address that has no other", () => {
    for (const url of ["https://blog.example/first-post", "https://blog.example/%FF%E6"])
      expect(readableUrls(url)).toEqual([url]);
  });

  it("bounds a text whose characters stand for many", () => {
    expect(searchableText("\ufdfa".repeat(1_000)).length).toBeLessThanOrEqual(2_200);
  });

  it("finds any text by its own words, and by any part of it in quotes", () => {
    const graphemes = new Intl.Segmenter();
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (text, from, length) => {
        for (const word of text.split(/[\s"\u201c-\u201f\uff02]+/u)) {
          if (!/^[-\uff0d]|:/u.test(word)) expect(finds(word, text)).toBe(true);
        }
        // Halfwidth jamo are characters of their own only until they are normalized, which makes one syllable of them.
        const characters = Array.from(graphemes.segment(text.normalize("NFKC")), ({ segment }) => segment);
        const start = from % characters.length;
        const part = characters.slice(start, start + 1 + (length % characters.length)).join("");
        if (!/["\u201c-\u201f]/u.test(part)) expect(finds(`"${part}"`, text)).toBe(true);
      }),
      { examples: [["\uffa1\u314f ", 0, 0]] },
    );
  });
});

describe("a tag", () => {
  const tags = searchableTags(["Web Design", "東京", "node.js", "C++", "rock\u2019n\u2019roll"]);
  const hasTag = (tag: string) => matchesSearch({ ...NOTHING, tags }, [tagCondition(tag)]);

  it.each(["web design", "ＷＥＢ　ＤＥＳＩＧＮ", " Web Design ", "東京", "Node.JS", "c++"])("is there as %s", (tag) => {
    expect(hasTag(tag)).toBe(true);
  });

  it.each(["web", "design", "東", "node", "c", "Web Design\t東京", "rock'n'roll"])("is not there as %j", (tag) => {
    expect(hasTag(tag)).toBe(false);
  });
});

it("?q= takes 1 to 200 characters with a word in them", () => {
  const isTaken = (q: string) => z.safeParse(searchQuery.q, q).success;
  for (const q of ["a", "a".repeat(200), "𠮷".repeat(200), "?"]) expect([q, isTaken(q)]).toEqual([q, true]);
  const refused = ["", " ", "　", '"', '""', "\u200b", "a".repeat(201), "𠮷".repeat(201)];
  for (const q of refused) expect([q, isTaken(q)]).toEqual([q, false]);
});

it("makes the same text of a text again, and leaves no control character in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      const once = searchableText(text);
      expect(searchableText(once)).toBe(once);
      expect(once).not.toMatch(/\p{Cc}/u);
    }),
  );
});
