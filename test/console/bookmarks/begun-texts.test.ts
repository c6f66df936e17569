import { expect, it } from "vitest";
import type { Bookmark } from "../../../client/index.ts";
import { begunTexts } from "../../../console/bookmarks/continuing/begun-texts.ts";
import { readingMinutes } from "../../../console/bookmarks/reading-time.ts";
import { bookmark } from "./a-bookmark.ts";

/** A text of ten minutes that was left at this minute, after this part. */
const text = (id: string, minute: number, progress = 0.5): Bookmark => {
  const at = `2026-11-20T03:0${minute}:00.000Z`;
  return bookmark({ id, words: 2_380, place: { block: 1, offset: 2, progress, at } });
};
const begun = (items: readonly Bookmark[]) =>
  begunTexts(items.map((item) => ({ type: "bookmark", id: item.id, item, waiting: [] })));

it("the texts that were read at last are first, and five at most", () => {
  const items = [text("b", 2), text("e", 5), text("a", 1), text("d", 4), text("f", 6), text("c", 3)];
  expect(begun(items).map(({ item }) => item.id)).toEqual(["f", "e", "d", "c", "b"]);
});

it("a text is begun beyond its beginning, and no more at its end", () => {
  const items = [0, 0.02, 0.03, 0.94, 0.95, 1].map((progress) => text(String(progress), 1, progress));
  expect(begun([...items, bookmark({ id: "never" })]).map(({ item }) => item.id)).toEqual(["0.03", "0.94"]);
  expect(begun([bookmark({ ...text("without a text", 1), words: null })])).toEqual([]);
});

it.each([
  [0.05, 10],
  [0.3, 7],
  [0.94, 1],
])("after %d of ten minutes, %i are left", (progress, left) => {
  expect(begun([text("a", 1, progress)])).toMatchObject([{ left }]);
});

it("half a minute more counts as one, and less than one as one", () => {
  expect([0, 238, 357, 2_380].map(readingMinutes)).toEqual([1, 1, 2, 10]);
});
