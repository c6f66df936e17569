import { expect, it } from "vitest";
import { deckChanges } from "../../../console/slides/deck-changes.ts";

const stock = { memo: "seen", tags: ["Birds", "winter"] };

it("sends nothing when nothing was changed", () => {
  expect(deckChanges(stock, { memo: "seen", tags: ["Birds", "winter"] })).toBeNull();
  expect(deckChanges({ memo: null, tags: [] }, { memo: " ", tags: [] })).toBeNull();
});

it("sends only what was changed", () => {
  expect(deckChanges(stock, { memo: "", tags: stock.tags })).toEqual({ memo: null });
  expect(deckChanges(stock, { memo: "seen", tags: ["Birds"] })).toEqual({ tags: ["Birds"] });
});
