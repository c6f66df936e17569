import { describe, expect, it } from "vitest";
import type { NewBookmark, QueueEntry, SyncedItem } from "../../../client/index.ts";
import { bookmarkRows, rowOfPage } from "../../../console/bookmarks/bookmark-row.ts";
import { queued } from "../../client/queued.ts";
import { savedStock } from "../../client/saved-stock.ts";
import { bookmark } from "./a-bookmark.ts";

const DECK = "https://speakerdeck.com/ada/birds";
const savedDeck = savedStock({ id: "s1", original_url: DECK, created_at: "2026-11-02T10:00:00.000Z" });

/** An entry of the queue. */
const entry = <Intent extends QueueEntry["intent"]>(intent: Intent) =>
  queued(intent, { place: 1, enqueuedAt: "2026-11-02T10:00:00.000Z" });

function waiting(body: NewBookmark): SyncedItem {
  return { type: "bookmark", id: null, item: null, waiting: [entry({ create: "bookmark", body })] };
}

/** A deck that is to be saved. */
function unsentDeck(): SyncedItem {
  return { type: "stock", id: null, item: null, waiting: [entry({ create: "stock", body: { url: DECK } })] };
}

function synced(item = bookmark(), ...waiting: readonly QueueEntry[]): SyncedItem {
  return { type: "bookmark", id: item.id, item, waiting };
}

describe("bookmarkRows", () => {
  it("shows what is saved and what only waits in the same way", () => {
    const body = { url: "https://owl.example/night", tags: ["owls"], note: "later" };
    expect(bookmarkRows([synced(), waiting(body), waiting({ url: "owls" })])).toMatchObject([
      { key: "b1", title: "Sparrows", note: "", tags: [], savedAt: "2026-11-01T10:00:00.000Z" },
      { key: "key-1", title: "owl.example/night", note: "later", tags: ["owls"], item: null },
      // What is no address is shown as it stands.
      { title: "owls", note: "", tags: [] },
    ]);
  });

  it.each([
    ["https://www.example.com/", "example.com"],
    ["https://example.com/a/b?c", "example.com/a/b"],
  ])("names a page without a title by its address: %s", (url, title) => {
    expect(bookmarkRows([synced(bookmark({ url, title: null }))])[0]?.title).toBe(title);
    expect(bookmarkRows([synced(bookmark({ url, title: "  " }))])[0]?.title).toBe(title);
  });

  it("leaves out decks, saved or not", () => {
    const there: SyncedItem = { type: "stock", id: savedDeck.id, item: savedDeck, waiting: [] };
    expect(bookmarkRows([unsentDeck(), there])).toEqual([]);
  });

  it("is the same row while nothing has changed and nothing waits", () => {
    const item = bookmark();
    const change = entry({ update: "bookmark", id: item.id, body: { note: "n" } });
    const [row] = bookmarkRows([synced(item)]);
    expect(bookmarkRows([synced(item)])[0]).toBe(row);
    expect(bookmarkRows([synced(item, change)])).toMatchObject([{ waiting: [change] }]);
    expect(bookmarkRows([synced(item)])[0]).toBe(row);
    const other = bookmark();
    bookmarkRows([synced(other, change)]);
    expect(bookmarkRows([synced(other)])).toMatchObject([{ waiting: [] }]);
  });
});

describe("rowOfPage", () => {
  it("finds a page that is saved or waits, whatever part of it is asked for", () => {
    const items = [synced(), waiting({ url: "https://owl.example/night#top" })];
    expect(rowOfPage(items, "https://blog.example/posts/sparrows#winter")?.key).toBe("b1");
    expect(rowOfPage(items, "https://owl.example/night")?.key).toBe("key-1");
    expect(rowOfPage(items, "https://owl.example/day")).toBeUndefined();
    expect(rowOfPage([unsentDeck(), waiting({ url: DECK })], DECK)?.key).toBe("key-1");
    expect(rowOfPage([unsentDeck()], DECK)).toBeUndefined();
  });
});
