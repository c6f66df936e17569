import { describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { searchableFields, searchableTags, searchableText } from "../../lambdas/shared/search/searchable-text.ts";
import { newStock } from "../../lambdas/slides/stock.ts";
import { stockAnswer } from "../../lambdas/slides/stock-answer.ts";
import { fetchedTexts, ownTexts, searched } from "../../lambdas/slides/stock-search.ts";
import { START } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { pendingStock, SITE } from "./slides-world.ts";

describe("newStock", () => {
  it("is pending, with the fields that were sent only", () => {
    const deck = {
      provider: "docswell",
      canonicalUrl: "https://www.docswell.com/s/a/ABC123",
      originalUrl: "as pasted",
    } as const;
    const creation = { at: START, savedAt: null };
    const request = workRequest("fetch-1", START, 600_000);
    expect(newStock(deck, { userId: "alice", memo: "read it", tags: ["birds"] }, creation, request)).toEqual({
      ...deck,
      userId: "alice",
      id: derivedId("alice", deck.canonicalUrl),
      status: "pending",
      title: null,
      authorName: null,
      folder: derivedId("folder", "fetch-1"),
      thumbnailPath: null,
      embedUrl: null,
      memo: "read it",
      tags: ["birds"],
      createdAt: "2026-11-20T03:00:00.000Z",
      updatedAt: "2026-11-20T03:00:00.000Z",
      workId: "fetch-1",
      requestedAt: "2026-11-20T03:00:00.000Z",
      failure: null,
      reconcileAt: "2026-11-20T03:10:00.000Z",
      reconcileRounds: 0,
    });
  });
});

describe("stockAnswer", () => {
  const toAnswer = stockAnswer(SITE);

  it("names the copy of the deck's picture by its address on the site, wherever the site is", () => {
    const thumbnailPath = "/i/a-folder-0123";
    expect(toAnswer({ ...pendingStock("alice"), thumbnailPath }).thumbnail_url).toBe(`${SITE}/i/a-folder-0123`);
    expect(toAnswer(pendingStock("alice")).thumbnail_url).toBeNull();
  });

  it("has the fixed message and the code of a failure", () => {
    const answer = toAnswer({ ...pendingStock("alice"), status: "failed", failure: { code: "not_found" } });
    expect(answer.failure).toEqual({ code: "not_found", message: "メタデータの取得に失敗しました" });
  });
});

const CANONICAL = "https://www.docswell.com/s/alice/59VDWM";
const ORIGINAL = `${CANONICAL}-owls`;

describe("what a search looks at in a stock", () => {
  const own = ownTexts({ memo: "for Friday", provider: "docswell", canonicalUrl: CANONICAL, originalUrl: ORIGINAL });
  const read = fetchedTexts({ title: "Owls at night", authorName: "Alice" });

  it("is its site, its title, its tags, and one text of all but the site", () => {
    const tags = searchableTags(["birds"]);
    expect(searched({ own, tags, read })).toEqual({
      site: "www.docswell.com",
      title: searchableText("Owls at night"),
      tags,
      text: searchableFields(["for Friday", "docswell", CANONICAL, ORIGINAL, "Owls at night", "Alice"]).concat(
        "\n",
        tags,
      ),
    });
  });

  it("has no title, no author and no tags before they are there", () => {
    expect(searched({ own, tags: null, read: fetchedTexts({ title: null, authorName: null }) })).toEqual({
      site: "www.docswell.com",
      title: "",
      tags: "",
      text: `${searchableFields(["for Friday", "docswell", CANONICAL, ORIGINAL])}\n\n\n`,
    });
  });

  it("has each address once", () => {
    const same = ownTexts({ memo: null, provider: "docswell", canonicalUrl: CANONICAL, originalUrl: CANONICAL });
    expect(same).toBe(`www.docswell.com\n${searchableFields(["docswell", CANONICAL])}`);
  });
});
