import { expect, it } from "vitest";
import type { SyncedThing } from "../../../client/index.ts";
import { neighboursOf } from "../../../console/reading/neighbours.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import { READ_AT } from "./a-text.ts";

const saved = (id: string, readAt: string | null = READ_AT): SyncedThing => ({
  type: "bookmark",
  id,
  item: bookmark({ id, read_at: readAt }),
  waiting: [],
});
const LIST: readonly SyncedThing[] = [saved("first"), saved("no text", null), saved("second"), saved("third")];

it.each([
  ["first", null, "second"],
  ["second", "first", "third"],
  ["third", "second", null],
  ["no text", "first", "second"],
  ["not in the list", null, null],
])("the neighbours of %s are the nearest things with a text: %s and %s", (id, before, after) => {
  const { previous, next } = neighboursOf(LIST, id);
  expect([previous?.item?.id ?? null, next?.item?.id ?? null]).toEqual([before, after]);
});
