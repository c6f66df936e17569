import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../../client/index.ts";
import { bookmarkChanges, changedTags } from "../../../../console/bookmarks/editing/bookmark-changes.ts";
import { bookmark } from "../a-bookmark.ts";

describe("bookmarkChanges", () => {
  const item: Bookmark = bookmark({ title: "Sparrows", note: null, tags: ["birds", "winter"] });
  const form = { title: "Sparrows", note: "", tags: item.tags };

  it("sends nothing when nothing was changed", () => {
    expect(bookmarkChanges(item, { ...form, title: " Sparrows " })).toBeNull();
    expect(bookmarkChanges(item, { ...form, tags: ["birds", "winter"] })).toBeNull();
    const spaced = { ...item, title: " Sparrows ", note: "\tRead it " };
    expect(bookmarkChanges(spaced, { ...form, note: " Read it" })).toBeNull();
  });

  it("sends only what was changed", () => {
    expect(bookmarkChanges(item, { ...form, note: " Read it " })).toEqual({ note: "Read it" });
    expect(bookmarkChanges(item, { ...form, title: " House sparrows" })).toEqual({ title: "House sparrows" });
    expect(bookmarkChanges(item, { ...form, tags: ["birds"] })).toEqual({ tags: ["birds"] });
    expect(bookmarkChanges(item, { ...form, tags: ["Birds", "winter"] })).toEqual({ tags: ["Birds", "winter"] });
    expect(bookmarkChanges({ ...item, note: "old" }, form)).toEqual({ note: null });
  });

  it("gives the page's title and the summary's tags back", () => {
    expect(bookmarkChanges(item, { ...form, title: "", tags: null })).toEqual({ title: null, tags: null });
  });
});

describe("changedTags", () => {
  it("adds and removes, without regard to case and width", () => {
    expect(changedTags(["Birds", "winter"], ["birds", "読書"], ["ＷＩＮＴＥＲ"])).toEqual(["Birds", "読書"]);
  });

  it("makes room first, and refuses more than 20", () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(changedTags(twenty, ["new"], ["tag 3"])).toHaveLength(20);
    expect(changedTags(twenty, ["new"], [])).toBeNull();
  });
});
