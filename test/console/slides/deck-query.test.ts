import { expect, it } from "vitest";
import { deckAddress, deckFilter, queryAddress, readQuery } from "../../../console/slides/deck-query.ts";

it("the query in the list's address is read as it was written", () => {
  const query = {
    q: '小鳥 "winter birds" & more',
    tags: ["読書", "a&b"],
    status: "failed",
    provider: "docswell",
    mark: "starred",
    sort: "site",
  } as const;
  expect(readQuery(queryAddress(query))).toEqual(query);
  expect(queryAddress({ tags: ["a", "b"] })).toBe("/app/slides?tag=a&tag=b");
  expect(deckAddress("s/1", readQuery("/app/slides?tag=a"))).toBe("/app/slides/s%2F1?tag=a");
});

it("leaves out what there is not", () => {
  const query = readQuery("/app/slides?status=lost&tag=&provider=other&mark=odd&sort=size");
  expect(query).toEqual({ q: "", tags: [], status: "", provider: "", mark: "", sort: "newest" });
  expect(queryAddress(query)).toBe("/app/slides");
});

it("filters decks by every tag", () => {
  expect(deckFilter(readQuery("/app/slides?tag=a&tag=b&status=ready"))).toEqual({
    type: "stock",
    tag: ["a", "b"],
    sort: "newest",
    status: "ready",
  });
});
