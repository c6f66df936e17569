import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { holdsAll, searchParameter, searchTerms } from "../../../lambdas/shared/search/search-query.ts";
import {
  hasTag,
  readableUrls,
  searchable,
  searchableFields,
  searchableTags,
} from "../../../lambdas/shared/search/searchable-text.ts";

const finds = (q: string, ...fields: readonly string[]) => holdsAll(searchableFields(fields), searchTerms(q));

describe("a search", () => {
  it.each<[name: string, q: string, text: string]>([
    ["a word in another case", "MAGPIE", "The magpie returns"],
    ["the beginning of a word", "serverl", "Serverless in practice"],
    ["a word after punctuation", "post", "my-first_post.html"],
    ["a word in brackets, with a comma after it", "(draft),", "Notes [draft]"],
    ["a name with a dot in it", "node.js", "Learn Node.js"],
    ["a name that ends with signs", "c++", "Modern C++ (2026)"],
    ["a name that ends with a hash", "C#", "c# in depth"],
    ["a word with a hash before it", "#design", "On design"],
    ["a number", "2026", "Report2 (2026)"],
    ["ß written as ss", "STRASSE", "Straße"],
    ["a final sigma inside", "οδοσ", "ΟΔΟΣ"],
    ["a dotted capital I", "istanbul", "İSTANBUL"],
    ["a letter with its mark apart", "cafe\u0301", "Caf\u00e9"],
    ["a capital with a mark", "ÉCOLE", "école"],
    ["full-width letters", "ＡＷＳ", "aws lambda"],
    ["half-width katakana with a voiced mark", "ガイド", "ﾕｰｻﾞｰｶﾞｲﾄﾞ"],
    ["full-width katakana by half-width", "ｶﾞｲﾄﾞ", "ユーザーガイド"],
    ["a ligature and a circled number", "office 3", "oﬃce ③"],
    ["a part of a Japanese text", "タワー", "東京タワーの夜景"],
    ["Japanese words with a space between them", "夜景 東京", "東京タワーの夜景"],
    ["Japanese words with an ideographic space", "夜景　東京", "東京タワーの夜景"],
    ["a Japanese phrase with punctuation around it", "「東京タワー」", "東京タワーの夜景"],
    ["a Latin word within a Japanese text", "lambda", "AWSとLambdaの話"],
    ["a Latin word with Japanese after it", "Lambdaの話", "AWSとLambdaの話"],
    ["a Chinese part", "数据库", "分布式数据库设计"],
    ["a Korean part", "베이스", "데이터베이스 설계"],
    ["a Thai part", "ครับ", "สวัสดีครับ"],
    ["a character beyond the basic plane", "𠮷野", "吉と𠮷野家"],
    ["a Russian word's beginning", "поиск", "Поисковая система"],
    ["an Arabic word", "كتاب", "كتاب جديد"],
    ["an emoji without its variation selector", "❤", "I ❤\ufe0f birds"],
    ["an emoji beside a word", "🐦", "magpie🐦"],
    ["a family of emoji", "👨‍👩‍👧", "with 👨‍👩‍👧 in it"],
    ["a soft hyphen", "serverless", "server\u00adless"],
    ["punctuation and nothing else", "!!!", "Read this!!!"],
    ["a phrase", '"quick brown"', "The Quick  Brown fox"],
    ["a phrase with punctuation", '"it\'s done."', "So it's done."],
    ["a phrase in the middle of words", '"uick bro"', "The quick brown fox"],
    ["a phrase in the quotes of a phone", "“quick brown”", "The quick brown fox"],
    ["a phrase that is not closed", 'fox "quick br', "The quick brown fox"],
    ["a phrase over a line end", '"two lines"', "two\nlines"],
    ["a Japanese phrase", '"の夜景"', "東京タワーの夜景"],
  ])("finds %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each<[name: string, q: string, text: string]>([
    ["the middle of a word", "script", "JavaScript"],
    ["the middle of a word with a mark before", "cole", "école"],
    ["a part of a number", "26", "2026"],
    ["a letter without its mark", "cafe", "café"],
    ["words when one is missing", "quick cat", "The quick brown fox"],
    ["a phrase in another order", '"brown quick"', "The quick brown fox"],
    ["a phrase with a word between", '"quick fox"', "The quick brown fox"],
    ["characters in another order", "京東", "東京"],
    ["Japanese that is not side by side", "東京夜景", "東京タワーの夜景"],
    ["another of two names with signs", "c++", "c# in depth"],
  ])("does not find %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(false);
  });

  it("finds words in several fields, and no phrase over two", () => {
    expect(finds("fox 夜景", "The quick fox", "東京タワーの夜景")).toBe(true);
    expect(finds('"fox jumps"', "The quick fox", "jumps")).toBe(false);
  });

  it.each([
    ["example.com/blog", "https://www.example.com/blog/my-first-post?utm=1"],
    ["https://www.example.com/blog/", "https://www.example.com/blog/my-first-post"],
    ["first-post", "https://www.example.com/blog/my-first-post"],
    ["東京", "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC"],
    ["%E6%9D%B1", "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC"],
    ["%FF", "https://blog.example/%FF%E6"],
  ])("finds %s in an address", (q, url) => {
    expect(finds(q, ...readableUrls(url))).toBe(true);
  });

  it("finds any text by its own words, and by any part of it in quotes", () => {
    const graphemes = new Intl.Segmenter();
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (text, from, length) => {
        for (const word of text.split(/[\s"\u201c-\u201f]+/u)) expect(finds(word, text)).toBe(true);
        const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
        const start = from % characters.length;
        const part = characters.slice(start, start + 1 + (length % characters.length)).join("");
        if (!/["\u201c-\u201f]/u.test(part)) expect(finds(`"${part}"`, text)).toBe(true);
      }),
    );
  });
});

describe("a tag", () => {
  const tags = searchableTags(["Web Design", "東京", "node.js", "C++"]);

  it.each(["web design", "ＷＥＢ　ＤＥＳＩＧＮ", " Web Design ", "東京", "Node.JS", "c++"])("is there as %s", (tag) => {
    expect(hasTag(tags, tag)).toBe(true);
  });

  it.each(["web", "design", "東", "node", "c", "Web Design\t東京"])("is not there as %j", (tag) => {
    expect(hasTag(tags, tag)).toBe(false);
  });
});

it("?q= takes 1 to 200 characters with a word in them", () => {
  const isTaken = (q: string) => z.safeParse(searchParameter, q).success;
  for (const q of ["a", "a".repeat(200), "𠮷".repeat(200), "?"]) expect([q, isTaken(q)]).toEqual([q, true]);
  const refused = ["", " ", "　", '"', '""', "\u200b", "a".repeat(201), "𠮷".repeat(201)];
  for (const q of refused) expect([q, isTaken(q)]).toEqual([q, false]);
});

it("makes the same text of a text again, and leaves no control character in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const once = searchable(text);
      expect(searchable(once)).toBe(once);
      expect(once).not.toMatch(/\p{Cc}/u);
    }),
  );
});
