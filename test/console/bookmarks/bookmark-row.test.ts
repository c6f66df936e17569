import { describe, expect, it } from "vitest";
import type { NewBookmark, SaveEntry, SyncedThing } from "../../../client/index.ts";
import { bookmarkRows, rowOfPage } from "../../../console/bookmarks/bookmark-row.ts";
import { bookmark } from "./a-bookmark.ts";

function waiting(body: NewBookmark): SyncedThing {
  const entry: SaveEntry = {
    place: 1,
    idempotencyKey: "key-1",
    intent: { create: "bookmark", body },
    enqueuedAt: "2026-11-02T10:00:00.000Z",
    state: "waiting",
    attempts: 0,
    strikes: 0,
    lastError: null,
  };
  return { type: "bookmark", id: null, item: null, waiting: [entry] };
}

function synced(item = bookmark()): SyncedThing {
  return { type: "bookmark", id: item.id, item, waiting: [] };
}

describe("bookmarkRows", () => {
  it("shows what is saved and what only waits in the same way", () => {
    const body = { url: "https://owl.example/night", tags: ["owls"], note: "later" };
    expect(bookmarkRows([synced(), waiting(body)])).toMatchObject([
      { key: "b1", title: "Sparrows", note: "", tags: [], savedAt: "2026-11-01T10:00:00.000Z" },
      { key: "key-1", title: "owl.example/night", note: "later", tags: ["owls"], item: null },
    ]);
  });

  it.each([
    ["https://www.example.com/", "example.com"],
    ["https://example.com/a/b?c", "example.com/a/b"],
  ])("names a page without a title by its address: %s", (url, title) => {
    expect(bookmarkRows([synced(bookmark({ url, title: null }))])[0]?.title).toBe(title);
    expect(bookmarkRows([synced(bookmark({ url, title: "  " }))])[0]?.title).toBe(title);
  });
});

describe("rowOfPage", () => {
  it("finds a page that is saved or waits, whatever part of it is asked for", () => {
    const things = [synced(), waiting({ url: "https://owl.example/night#top" })];
    expect(rowOfPage(things, "https://blog.example/posts/sparrows#winter")?.key).toBe("b1");
    expect(rowOfPage(things, "https://owl.example/night")?.key).toBe("key-1");
    expect(rowOfPage(things, "https://owl.example/day")).toBeUndefined();
  });
});
