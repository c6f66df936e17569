import { expect, it } from "vitest";
import type { SyncedItem } from "../../../client/index.ts";
import { neighboursOf } from "../../../console/reading/neighbours.ts";
import { queued } from "../../client/queued.ts";
import { savedStock } from "../../client/saved-stock.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import { READ_AT } from "./a-text.ts";

const saved = (id: string, readAt: string | null = READ_AT): SyncedItem => ({
  type: "bookmark",
  id,
  item: bookmark({ id, read_at: readAt }),
  waiting: [],
});
/** A bookmark that the API does not have yet. */
const UNSENT: SyncedItem = {
  type: "bookmark",
  id: null,
  item: null,
  waiting: [queued({ create: "bookmark", body: { url: "https://blog.example/" } }, { place: 1 })],
};
const DECK = savedStock({ id: "deck", original_url: "https://speakerdeck.com/ada/birds", created_at: READ_AT });
const LIST: readonly SyncedItem[] = [
  saved("first"),
  saved("no text", null),
  UNSENT,
  { type: "stock", id: DECK.id, item: DECK, waiting: [] },
  saved("second"),
  saved("third"),
];

it.each([
  ["first", null, "second"],
  ["second", "first", "third"],
  ["third", "second", null],
  ["no text", "first", "second"],
  ["not in the list", null, null],
])("the neighbours of %s are the nearest items with a text: %s and %s", (id, before, after) => {
  const rowOf = (key: string | null) => (key === null ? null : expect.objectContaining({ key }));
  expect(neighboursOf(LIST, id)).toEqual({ previous: rowOf(before), next: rowOf(after) });
});
