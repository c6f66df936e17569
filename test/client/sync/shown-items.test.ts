import { describe, expect, it } from "vitest";
import type { Bookmark, Intent, Stock } from "../../../client/index.ts";
import type { QueueEntry } from "../../../client/offline/queue-entry.ts";
import { shownItems } from "../../../client/sync/shown-items.ts";
import type { PresentItem } from "../../../client/sync/stored-items.ts";
import { queued } from "../queued.ts";
import { savedBookmark } from "../saved-bookmark.ts";
import { savedStock } from "../saved-stock.ts";

const stored = { changedAt: "", answeredAt: null, generation: 0, savedUnder: null } as const;
const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T00:00:00.000Z`;

function bookmark(id: string, fields: Partial<Bookmark> = {}, savedUnder: string | null = null): PresentItem {
  const item = savedBookmark({ id, url: `https://example.com/${id}`, created_at: day(1), ...fields });
  return { ...stored, type: "bookmark", id, item, savedUnder };
}

function stock(id: string, fields: Partial<Stock> = {}): PresentItem {
  const item = savedStock({ id, original_url: `https://speakerdeck.com/a/${id}`, created_at: day(1), ...fields });
  return { ...stored, type: "stock", id, item };
}

const entry = (place: number, intent: Intent, state: QueueEntry["state"] = "waiting"): QueueEntry =>
  queued(intent, { idempotencyKey: `key-${place}`, enqueuedAt: day(10), state, place });
const save = (url: string, fields: object = {}): Intent => ({ create: "bookmark", body: { url, ...fields } });
const saveDeck = (url: string): Intent => ({ create: "stock", body: { url } });
const title = (id: string, text: string): Intent => ({ update: "bookmark", id, body: { title: text } });
const deletion = (id: string): Intent => ({ delete: "bookmark", id });

/** What is listed and queued, each item by its id and the places of its entries. */
function shown(present: readonly PresentItem[], entries: readonly QueueEntry[]) {
  const { listed, queued } = shownItems(present, entries);
  const [list, queue] = [listed, queued].map((all) =>
    all.map(({ type, id, waiting }) => [id ?? `a ${type}`, ...waiting.map(({ place }) => place)]),
  );
  return { list, queue };
}

describe("what is listed", () => {
  it("is the newest first: by the API's time, by that of a file, or by that of the device", () => {
    const items = [bookmark("old"), stock("new", { created_at: day(20) }), bookmark("middle", { created_at: day(11) })];
    const entries = [entry(1, save("https://a.example/")), entry(2, save("https://b.example/", { saved_at: day(15) }))];
    expect(shown(items, entries).list).toEqual([["new"], ["a bookmark", 2], ["middle"], ["a bookmark", 1], ["old"]]);
  });

  it("has the changes that wait, one after another, and none that has failed", () => {
    const update: Intent = { update: "bookmark", id: "b", body: { tags: null, note: null } };
    const entries = [entry(1, title("b", "One")), entry(2, title("b", "Two"), "failed"), entry(3, update)];
    const { listed, queued } = shownItems([bookmark("b", { title: "None", note: "Day", tags: ["birds"] })], entries);
    expect(listed).toMatchObject([{ item: { title: "One", note: null, tags: ["birds"] }, waiting: entries }]);
    expect(queued).toMatchObject([{ item: { title: "None", note: "Day" }, waiting: entries }]);
  });

  it("has one order whatever the order of the storage, also for items that were saved at one time", () => {
    const items = [bookmark("b"), bookmark("c"), bookmark("a")];
    expect(shown(items, []).list).toEqual([["c"], ["b"], ["a"]]);
    expect(shown(items.toReversed(), []).list).toEqual([["c"], ["b"], ["a"]]);
    const entries = ["a", "b", "c"].map((path, place) => entry(place, save(`https://example.com/${path}`)));
    expect(shown([], entries).list).toEqual([0, 1, 2].map((place) => ["a bookmark", place]));
  });

  it("leaves out what is to be deleted, unless that has failed", () => {
    const items = [bookmark("a"), bookmark("b"), bookmark("c")];
    const entries = [entry(1, deletion("a")), entry(2, deletion("b"), "failed"), entry(3, title("a", "A"))];
    const merge: Intent = { merge: "bookmark", id: "c", into: "b" };
    expect(shown(items, [entry(1, merge)]).list).toEqual([["b"], ["a"]]);
    expect(shown(items, entries)).toEqual({
      list: [["c"], ["b", 2]],
      queue: [
        ["a", 1, 3],
        ["b", 2],
      ],
    });
  });
});

describe("a save that waits", () => {
  it.each<[string, PresentItem, Intent]>([
    ["the address", bookmark("x"), save("https://example.com/x")],
    ["the address in another form", bookmark("x"), save("\u3000HTTPS://example.com:443/x#part ")],
    ["the address by http and from a mailing", bookmark("x"), save("http://example.com/x?utm_source=mail")],
    [
      "the address and another part",
      bookmark("x", { url: "https://example.com/x#one" }),
      save("https://example.com/x"),
    ],
    ["the address of a deck", stock("x"), saveDeck("https://speakerdeck.com/a/x")],
    [
      "the canonical address of a deck",
      stock("x", { canonical_url: "https://speakerdeck.com/a/canonical" }),
      saveDeck("https://speakerdeck.com/a/canonical"),
    ],
    ["a text that is no address", bookmark("x", { url: "no address" }), save("no address")],
  ])("is shown with what has %s", (_what, present, intent) => {
    expect(shown([present], [entry(1, intent)])).toEqual({ list: [["x", 1]], queue: [["x", 1]] });
  });

  it.each<[string, PresentItem, Intent]>([
    ["another query", bookmark("x"), save("https://example.com/x?a")],
    ["another type", stock("x", { original_url: "https://example.com/x" }), save("https://example.com/x")],
    ["another text that is no address", bookmark("x", { url: "no address" }), save("none")],
  ])("is shown beside what has %s", (_what, present, intent) => {
    expect(shown([present], [entry(1, intent)])).toEqual({
      list: [["a bookmark", 1], ["x"]],
      queue: [["a bookmark", 1]],
    });
  });

  it("is not shown once its item is stored, whatever address that has", () => {
    expect(shown([bookmark("x", {}, "key-1")], [entry(1, save("https://short.example/"))])).toEqual({
      list: [["x"]],
      queue: [],
    });
  });

  it("is one item with later saves of its address", () => {
    const entries = [
      entry(1, save("https://a.example/")),
      entry(2, save("https://b.example/")),
      entry(3, save("https://a.example/#b"), "failed"),
    ];
    expect(shown([], entries).queue).toEqual([
      ["a bookmark", 1, 3],
      ["a bookmark", 2],
    ]);
  });

  it("belongs to its item before a waiting deletion, and makes another item after it", () => {
    const again = (place: number) => entry(place, save("https://example.com/x"));
    const entries = [again(1), entry(2, title("x", "X")), again(3), entry(4, deletion("x")), again(5), again(6)];
    expect(shown([bookmark("x")], entries)).toEqual({
      list: [["a bookmark", 5, 6]],
      queue: [
        ["x", 1, 2, 3, 4],
        ["a bookmark", 5, 6],
      ],
    });
    const failed = [entry(1, deletion("x"), "failed"), again(2)];
    expect(shown([bookmark("x")], failed).list).toEqual([["x", 1, 2]]);
  });
});

describe("what is queued", () => {
  it("is in the order of the first entries, each item once, missing items included", () => {
    const refresh = { refresh: "stock", id: "gone" } as const;
    const entries = [
      entry(1, title("gone", "One")),
      entry(2, save("https://a.example/")),
      entry(3, title("x", "X")),
      entry(4, refresh),
      entry(5, title("gone", "Two")),
      entry(6, { delete: "stock", id: "x" }),
    ];
    expect(shown([bookmark("x"), stock("x")], entries).queue).toEqual([
      ["gone", 1, 5],
      ["a bookmark", 2],
      ["x", 3],
      ["gone", 4],
      ["x", 6],
    ]);
    expect(shownItems([], entries).queued).toMatchObject([
      { type: "bookmark", id: "gone", item: null },
      { type: "bookmark", id: null, item: null },
      { type: "bookmark", id: "x", item: null },
      { type: "stock", id: "gone", item: null },
      { type: "stock", id: "x", item: null },
    ]);
  });
});
