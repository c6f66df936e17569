import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  holdsTerms,
  normalised,
  normalisedFields,
  queryTerms,
  searchedUrls,
} from "../../../client/sync/searched-text.ts";
import { searchTerms } from "../../../lambdas/shared/search/search-query.ts";
import { readableUrls, searchable, searchableFields } from "../../../lambdas/shared/search/searchable-text.ts";
import { FOUND, FOUND_IN_ADDRESS, NOT_FOUND } from "../../shared/search/search-cases.ts";

const finds = (q: string, ...fields: readonly (string | null)[]) => holdsTerms(normalisedFields(fields), queryTerms(q));

describe("a search offline", () => {
  it.each(FOUND)("finds %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it.each(NOT_FOUND)("does not find %s", (_name, q, text) => {
    expect(finds(q, text)).toBe(false);
  });

  it.each(FOUND_IN_ADDRESS)("finds %s in an address", (q, url) => {
    expect(finds(q, ...searchedUrls(url))).toBe(true);
  });

  it("finds words in several fields, and no phrase over two", () => {
    expect(finds("fox 夜景", "The quick fox", null, "東京タワーの夜景")).toBe(true);
    expect(finds('"fox jumps"', "The quick fox", "jumps")).toBe(false);
  });

  it("reads any text and any query as the API does", () => {
    const units = ["binary", "grapheme", "grapheme-composite"] as const;
    const anyText = fc.oneof(...units.map((unit) => fc.string({ unit, maxLength: 50 })));
    // Signs that are treated in a way of their own, close together.
    const signs = fc.string({
      unit: fc.constantFrom(...'aAß"“ ”,.#+-ςİﾞ\u0301東タ데ข\u00ad\ud83d😀1\t\n　'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.oneof(anyText, signs), fc.oneof(anyText, signs), (one, other) => {
        expect(normalised(one)).toBe(searchable(one));
        expect(normalisedFields([one, null, other])).toBe(searchableFields([one, null, other]));
        expect(queryTerms(one)).toEqual(searchTerms(one));
        expect(searchedUrls(one)).toEqual(readableUrls(one));
      }),
    );
  });

  it("reads a text of one letter and very many marks in linear time", () => {
    const text = `a${"\u0301\u0323".repeat(50_000)}`;
    expect(normalised(text)).toBe(searchable(text));
  });
});
