import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "../../../../lambdas/recommendations/domain/directory.ts";
import { wellKnownDocument } from "../../../../lambdas/recommendations/domain/documents/well-known-document.ts";

const entryOf = (name: string, fields: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: name,
  url: `https://${name}.example/`,
  createdAt: "2026-11-20T03:00:00.000Z",
  updatedAt: null,
  ...fields,
});

describe("the well-known document", () => {
  it("lists exactly url, updated_at and created_at, the oldest first, and ends with a line feed", () => {
    const entries = [
      entryOf("b", { url: "https://b.example/path/?ref=é&x='1'#part", updatedAt: "2026-11-21T00:00:00.000Z" }),
      entryOf("c", { createdAt: "2026-11-19T00:00:00.000Z" }),
      entryOf("a"),
    ];
    expect(wellKnownDocument(entries)).toBe(
      `[${[
        '{"url":"https://c.example/","updated_at":"2026-11-19T00:00:00.000Z","created_at":"2026-11-19T00:00:00.000Z"}',
        '{"url":"https://a.example/","updated_at":"2026-11-20T03:00:00.000Z","created_at":"2026-11-20T03:00:00.000Z"}',
        '{"url":"https://b.example/path/?ref=é&x=\'1\'#part","updated_at":"2026-11-21T00:00:00.000Z","created_at":"2026-11-20T03:00:00.000Z"}',
      ].join()}]\n`,
    );
  });

  it("is an empty list without recommendations", () => {
    expect(wellKnownDocument([])).toBe("[]\n");
  });

  it("is the same for any order of the recommendations", () => {
    const entries = Array.from({ length: 8 }, (_, index) =>
      entryOf(`site-${index}`, { createdAt: `2026-11-2${index % 3}T00:00:00.000Z` }),
    );
    const document = wellKnownDocument(entries);
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(wellKnownDocument(shuffled)).toBe(document);
      }),
    );
  });
});
