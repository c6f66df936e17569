import { describe, expect, it } from "vitest";
import { changedTags, editIntent } from "../../../console/saved-items/editing/item-changes.ts";
import { savedStock } from "../../client/saved-stock.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";

const DECK = "https://speakerdeck.com/ada/birds";
const AT = "2026-11-02T10:00:00.000Z";

describe("editIntent", () => {
  const item = bookmark({ title: "Sparrows", note: null, tags: ["birds", "winter"] });
  const form = { title: "Sparrows", note: "", tags: item.tags };

  it("is none when nothing was changed", () => {
    expect(editIntent(item, { ...form, title: " Sparrows ", tags: ["birds", "winter"] })).toBeNull();
    const spaced = { ...item, title: " Sparrows ", note: "\tRead it " };
    expect(editIntent(spaced, { ...form, note: " Read it" })).toBeNull();
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
  ])("for %j has %j", (typed, body) => {
    expect(editIntent(item, { ...form, ...typed })).toEqual({ update: "bookmark", id: "b1", body });
  });

  it("changes the memo and the tags of a deck", () => {
    const deck = savedStock({ id: "s1", original_url: DECK, created_at: AT, memo: "soon", tags: ["a"] });
    const typed = { title: deck.title, note: "soon ", tags: ["a"] };
    expect(editIntent(deck, typed)).toBeNull();
    expect(editIntent(deck, { ...typed, note: "" })).toEqual({ update: "stock", id: "s1", body: { memo: null } });
    expect(editIntent(deck, { ...typed, tags: [] })).toEqual({ update: "stock", id: "s1", body: { tags: [] } });
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
