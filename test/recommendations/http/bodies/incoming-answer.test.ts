import { describe, expect, it } from "vitest";
import type { Directory } from "../../../../lambdas/recommendations/domain/directory.ts";
import { mentionSource } from "../../../../lambdas/recommendations/domain/mention-source.ts";
import {
  incomingAnswer,
  incomingEntries,
  incomingSchema,
} from "../../../../lambdas/recommendations/http/bodies/incoming-answer.ts";
import type { MentionEntry } from "../../../../lambdas/recommendations/tables/mention-list.ts";
import { sampleMention } from "../../sample-mentions.ts";

/** The entry of a list of recommendations that was verified on a day of November. */
function entryOf(id: string, siteKey: string | null, day: number): MentionEntry {
  const verifiedAt = `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  return { id, siteKey, verifiedAt, place: `${verifiedAt}#${id}`, host: "", expiresAt: null, isHidden: false };
}

const idsOf = (...entries: readonly MentionEntry[]) => incomingEntries(entries).map(({ id }) => id);

describe("the sites that recommend us", () => {
  it("are listed by when they were verified first, the latest first, in whatever order they are read", () => {
    const [a, b, c] = [entryOf("a", "a.example", 1), entryOf("b", "b.example", 3), entryOf("c", "c.example", 2)];
    for (const read of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
    ]) {
      expect(idsOf(...read)).toEqual(["b", "c", "a"]);
    }
  });

  it("are listed once, with the mention that was verified first, however many of our pages they mention", () => {
    const [late, first, later] = [
      entryOf("x", "a.example", 7),
      entryOf("y", "a.example", 2),
      entryOf("z", "a.example", 9),
    ];
    const other = entryOf("b", "b.example", 5);
    expect(idsOf(late, other, first, later)).toEqual(["b", "y"]);
    expect(idsOf(later, other, late, first)).toEqual(["b", "y"]);
  });

  it("are distinguished by the ids of mentions when these name no site", () => {
    expect(idsOf(entryOf("a", null, 1), entryOf("b", null, 1))).toEqual(["b", "a"]);
  });
});

describe("the answer for a site that recommends us", () => {
  const NOBODY = { owners: new Map() } as unknown as Directory;
  const mention = sampleMention({ source: mentionSource("https://bob.example/blog/.well-known/recommendations.json") });
  const answerOf = (site: Parameters<typeof sampleMention>[0]) =>
    incomingSchema.parse(incomingAnswer({ ...mention, ...site }, NOBODY));

  it("has the site's own metadata", () => {
    const images = { featuredImage: "https://bob.example/cover.png", favicon: "https://bob.example/icon.png" };
    expect(answerOf({ site: { title: "Bob", excerpt: "On queues", ...images } })).toEqual({
      id: mention.id,
      title: "Bob",
      excerpt: "On queues",
      featured_image: images.featuredImage,
      favicon: images.favicon,
      url: "https://bob.example/blog",
      recommending_back: false,
    });
  });

  it("has the host as its title, and nulls, when the site has no metadata", () => {
    const nothing = { title: "bob.example", excerpt: null, featured_image: null, favicon: null };
    expect(answerOf({ site: null })).toMatchObject(nothing);
    expect(answerOf({ site: { title: null, excerpt: null, featuredImage: null, favicon: null } })).toMatchObject(
      nothing,
    );
  });
});
