import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../../../client/index.ts";
import { bookmarkChanges, changedTags } from "../../../../console/bookmarks/editing/bookmark-changes.ts";
import { bookmark } from "../a-bookmark.ts";

describe("bookmarkChanges", () => {
  const item: Bookmark = bookmark({ title: "Sparrows", note: null, tags: ["birds", "winter"] });
  const form = { title: "Sparrows", note: "", tags: item.tags };

  it("are none when nothing was changed", () => {
    expect(bookmarkChanges(item, { ...form, title: " Sparrows ", tags: ["birds", "winter"] })).toBeNull();
    const spaced = { ...item, title: " Sparrows ", note: "\tRead it " };
    expect(bookmarkChanges(spaced, { ...form, note: " Read it" })).toBeNull();
  });

  it.each([
    [{ note: " Read it " }, { note: "Read it" }],
    [{ title: " House sparrows" }, { title: "House sparrows" }],
    [{ tags: ["birds"] }, { tags: ["birds"] }],
    [{ tags: ["Birds", "winter"] }, { tags: ["Birds", "winter"] }],
    // The page's title and the summary's tags come back.
    [
      { title: "", tags: null },
      { title: null, tags: null },
    ],
  ])("for %j are %j", (typed, changes) => {
    expect(bookmarkChanges(item, { ...form, ...typed })).toEqual(changes);
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
