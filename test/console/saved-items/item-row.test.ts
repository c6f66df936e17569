import { describe, expect, it } from "vitest";
import type { NewBookmark, QueueEntry, SyncedItem } from "../../../client/index.ts";
import { rowOfPage } from "../../../console/bookmarks/row-of-page.ts";
import { rowsOf, titleOf } from "../../../console/saved-items/item-row.ts";
import { queued } from "../../client/queued.ts";
import { savedStock } from "../../client/saved-stock.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";

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

describe("rowsOf", () => {
  it("shows saved and waiting items alike", () => {
    const body = { url: "https://owl.example/night", tags: ["owls"], note: "later" };
    expect(rowsOf("bookmark", [synced(), waiting(body), waiting({ url: "owls" })])).toMatchObject([
      { key: "b1", title: "Sparrows", note: "", tags: [], savedAt: "2026-11-01T10:00:00.000Z" },
      { key: "key-1", title: "owl.example/night", note: "later", tags: ["owls"], item: null },
      // What is no address is shown as it stands.
      { title: "owls", note: "", tags: [] },
    ]);
  });

  it("leaves out items of another kind, saved or not", () => {
    const there: SyncedItem = { type: "stock", id: savedDeck.id, item: { ...savedDeck, memo: "soon" }, waiting: [] };
    expect(rowsOf("bookmark", [unsentDeck(), there])).toEqual([]);
    expect(rowsOf("stock", [unsentDeck(), there, synced()])).toMatchObject([
      { type: "stock", key: "key-1", url: DECK, title: "speakerdeck.com/ada/birds", note: "" },
      { type: "stock", key: "s1", url: savedDeck.canonical_url, note: "soon" },
    ]);
  });

  it("is the same row while nothing has changed and nothing waits", () => {
    const item = bookmark();
    const change = entry({ update: "bookmark", id: item.id, body: { note: "n" } });
    const [row] = rowsOf("bookmark", [synced(item)]);
    expect(rowsOf("bookmark", [synced(item)])[0]).toBe(row);
    expect(rowsOf("bookmark", [synced(item, change)])).toMatchObject([{ waiting: [change] }]);
    expect(rowsOf("bookmark", [synced(item)])[0]).toBe(row);
    const other = bookmark();
    rowsOf("bookmark", [synced(other, change)]);
    expect(rowsOf("bookmark", [synced(other)])).toMatchObject([{ waiting: [] }]);
  });
});

it.each([
  ["https://www.example.com/", "example.com"],
  ["https://example.com/a/b?c", "example.com/a/b"],
])("names a page without a title by its address: %s", (url, title) => {
  expect(titleOf(bookmark({ url, title: null }))).toBe(title);
  expect(titleOf(bookmark({ url, title: "  " }))).toBe(title);
  expect(titleOf({ ...savedDeck, title: null, canonical_url: url })).toBe(title);
});

describe("rowOfPage", () => {
  it("finds a page that is saved or waits, whatever part of it is asked for", () => {
    const items = [synced(), waiting({ url: "https://owl.example/night#top" })];
    expect(rowOfPage(items, "https://blog.example/posts/sparrows#winter")?.key).toBe("b1");
    expect(rowOfPage(items, "https://owl.example/night")?.key).toBe("key-1");
    expect(rowOfPage(items, "https://owl.example/day")).toBeNull();
    expect(rowOfPage([unsentDeck(), waiting({ url: DECK })], DECK)?.key).toBe("key-1");
    expect(rowOfPage([unsentDeck()], DECK)).toBeNull();
  });
});
