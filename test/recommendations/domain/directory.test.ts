import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Directory } from "../../../lambdas/recommendations/domain/directory.ts";
import {
  announcementBytes,
  entryBytes,
  keyHash,
  MAX_BYTES_TO_EDIT,
  MAX_ENTRIES,
  recommendationIdOf,
  tooManyRecommendations,
} from "../../../lambdas/recommendations/domain/directory.ts";

const URL = "https://鳥.example/";

describe("the directory", () => {
  it("knows a site under another spelling of its address, and no other site", () => {
    const owners = new Map([[keyHash("https://blog.example/"), "recommendation-1"]]);
    const directory: Directory = {
      version: 1,
      published: 0,
      changedAt: null,
      entries: new Map(),
      owners,
      announcements: [],
    };
    expect(recommendationIdOf(directory, "https://www.blog.example")).toBe("recommendation-1");
    expect(recommendationIdOf(directory, "https://other.example/")).toBeNull();
  });

  it("names a site in a few characters, however long its address is", () => {
    expect(keyHash(`https://blog.example/${"x".repeat(2_000)}`)).toMatch(/^[\w-]{22}$/);
  });

  it("counts the bytes of addresses, not their characters", () => {
    expect(entryBytes(URL) - entryBytes("")).toBe(Buffer.byteLength(URL));
  });

  it("counts each target of an announcement, with the byte that DynamoDB adds to a member of a list", () => {
    expect(announcementBytes([])).toBe(entryBytes(""));
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (targets) => {
        const bytes = targets.map((target) => Buffer.byteLength(target) + 1);
        expect(announcementBytes(targets) - announcementBytes([])).toBe(bytes.reduce((sum, one) => sum + one, 0));
      }),
    );
  });

  it("has room to remove everything when it is full: a removal adds little more than it frees", () => {
    const grown = announcementBytes([URL]) - entryBytes(URL);
    // The size of an item at DynamoDB.
    expect(MAX_BYTES_TO_EDIT + MAX_ENTRIES * grown).toBeLessThan(400 * 1_024);
  });

  it("that is full is a conflict, and says what to do", () => {
    expect(tooManyRecommendations()).toMatchObject({ status: 409, code: "too_many_recommendations" });
    expect(tooManyRecommendations().message).toContain("1000 recommendations");
  });
});
