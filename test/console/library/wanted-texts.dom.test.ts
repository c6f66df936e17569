import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../client/index.ts";
import type { TextRecord } from "../../../console/library/text-storage.ts";
import { NO_TEXT } from "../../../console/library/text-storage.ts";
import { wantedTexts } from "../../../console/library/wanted-texts.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";

const READ = "2026-11-02T11:30:00.000Z";
/** So many bookmarks with texts, `b0` the newest. */
const bookmarks = (count: number): Bookmark[] =>
  Array.from({ length: count }, (_, index) => bookmark({ id: `b${index}`, words: 10, read_at: READ }));
const record = (id: string, fields: Partial<TextRecord> = {}): TextRecord => ({
  ...NO_TEXT,
  id,
  readAt: READ,
  bytes: 100,
  ...fields,
});
const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

describe("the texts that are wanted on a device", () => {
  it.each([
    ["off", 0],
    ["50", 50],
    ["200", 200],
    ["all", 300],
  ] as const)("with %s are those of the %i newest bookmarks, the newest first", (choice, count) => {
    const all = bookmarks(300);
    expect(ids(wantedTexts(all, [], choice, true).missing)).toEqual(ids(all.slice(0, count)));
  });

  it("are none of pages of which no text is kept, also when one was", () => {
    const all = [bookmark({ id: "b0", words: null, read_at: null })];
    const { missing, unwanted } = wantedTexts(all, [record("b0", { isOpened: true })], "all", true);
    expect([missing, unwanted]).toEqual([[], ["b0"]]);
  });

  it("are those that were opened, too, behind the newest; others leave the device, with off all", () => {
    const all = bookmarks(60);
    const records = [
      record("b55", { isOpened: true, readAt: null }),
      record("b56", { isOpened: true }),
      record("b57"),
      record("b3", { isOpened: true }),
    ];
    const { missing, unwanted } = wantedTexts(all, records, "50", true);
    expect([ids(missing).slice(-2), missing.length, unwanted]).toEqual([["b49", "b55"], 50, ["b57"]]);
    expect(wantedTexts(all, records, "off", true)).toEqual({ missing: [], unwanted: ["b56", "b57", "b3"], gone: [] });
  });

  it("go with their bookmarks, but not before all bookmarks are known", () => {
    const records = [record("b0"), record("x", { isOpened: true })];
    expect(wantedTexts(bookmarks(1), records, "200", true).gone).toEqual(["x"]);
    expect(wantedTexts(bookmarks(1), records, "200", false)).toEqual({ missing: [], unwanted: [], gone: [] });
  });
});
