import { expect, it } from "vitest";
import { FILTERS } from "../../../console/bookmarks/bookmark-query.ts";
import type { ListQuery } from "../../../console/saved-items/list-query.ts";
import { isWholeList, listFilter, NO_QUERY, queryAddress, readQuery } from "../../../console/saved-items/list-query.ts";
import { deckAddress, FILTERS as OF_DECKS } from "../../../console/slides/deck-query.ts";

const QUERY: ListQuery = {
  q: '小鳥 "winter birds" & more',
  tags: ["読書", "a&b"],
  status: "failed",
  provider: "docswell",
  mark: "unread",
  sort: "title",
};

it("is read as it was written", () => {
  expect(readQuery(OF_DECKS, queryAddress("/app/slides", QUERY))).toEqual(QUERY);
  expect(readQuery(FILTERS, queryAddress("/app/bookmarks", QUERY))).toEqual({ ...QUERY, provider: "" });
  expect(deckAddress("s/1", { ...NO_QUERY, tags: ["a", "b"] })).toBe("/app/slides/s%2F1?tag=a&tag=b");
});

it("is as short as it can be, and leaves out what there is not", () => {
  expect(queryAddress("/app/bookmarks", { q: "  " })).toBe("/app/bookmarks");
  expect(queryAddress("/app/bookmarks", { q: "owl", status: "done" })).toBe("/app/bookmarks?q=owl&status=done");
  const unknown = "/app/slides?status=done&tag=&provider=other&mark=odd&sort=size&other=1";
  expect(readQuery(OF_DECKS, unknown)).toEqual(NO_QUERY);
});

it("tells whether everything is listed", () => {
  expect(isWholeList({ ...NO_QUERY, q: " ", sort: "oldest" })).toBe(true);
  const parts = [
    { tags: ["a"] },
    { q: "owl" },
    { status: "done" },
    { mark: "starred" },
    { provider: "docswell" },
  ] as const;
  expect(parts.filter((part) => isWholeList({ ...NO_QUERY, ...part }))).toEqual([]);
});

it("filters by every tag, and by what is asked for", () => {
  const { tags: tag, status, provider, sort } = QUERY;
  expect(listFilter("stock", QUERY)).toEqual({ type: "stock", tag, status, provider, sort });
  expect(listFilter("bookmark", NO_QUERY)).toEqual({ type: "bookmark", tag: [], sort: "newest" });
});
