import { expect, it } from "vitest";
import type { Directory } from "../../../../lambdas/recommendations/domain/directory.ts";
import { atomFeed } from "../../../../lambdas/recommendations/domain/documents/atom-feed.ts";
import { blogroll } from "../../../../lambdas/recommendations/domain/documents/blogroll.ts";
import { publishedDocuments } from "../../../../lambdas/recommendations/domain/documents/published-documents.ts";
import { wellKnownDocument } from "../../../../lambdas/recommendations/domain/documents/well-known-document.ts";
import { sampleOwnSite } from "../../sample-own-site.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";

it("three lists are published, each with its media type and what caches may do; the well-known one first", () => {
  const bob = sampleRecommendation({ id: "bob" });
  const directory = { changedAt: null, entries: new Map([[bob.id, bob]]) } as unknown as Directory;
  expect(publishedDocuments(directory, [bob], sampleOwnSite)).toEqual([
    {
      path: "/.well-known/recommendations.json",
      mediaType: "application/json",
      // The receiver of a Webmention fetches it at once.
      cacheControl: "public, max-age=60, s-maxage=0",
      text: wellKnownDocument([bob]),
    },
    {
      path: "/recommendations.atom",
      mediaType: "application/atom+xml",
      cacheControl: "public, max-age=10",
      text: atomFeed(directory, [bob], sampleOwnSite),
    },
    {
      path: "/.well-known/recommendations.opml",
      mediaType: "text/x-opml; charset=utf-8",
      cacheControl: "public, max-age=10",
      text: blogroll(directory, [bob], sampleOwnSite),
    },
  ]);
});
