import { describe, expect, it } from "vitest";
import { isWholeList, NO_QUERY, queryAddress, readQuery } from "../../../console/bookmarks/bookmark-query.ts";

describe("the query in the list's address", () => {
  it.each([
    NO_QUERY,
    {
      q: '小鳥 "winter birds" & more',
      tags: ["読書", "a&b"],
      status: "failed" as const,
      mark: "unread" as const,
      sort: "title" as const,
    },
  ])("is read as it was written", (query) => {
    expect(readQuery(queryAddress(query))).toEqual(query);
  });

  it("is as short as it can be, and leaves out what there is not", () => {
    expect(queryAddress({ ...NO_QUERY, q: "  " })).toBe("/app/bookmarks");
    expect(queryAddress({ ...NO_QUERY, q: "owl", status: "done" })).toBe("/app/bookmarks?q=owl&status=done");
    expect(readQuery("/app/bookmarks?status=lost&tag=&mark=odd&other=1")).toEqual(NO_QUERY);
  });
});

it("tells whether everything is listed", () => {
  expect(isWholeList({ ...NO_QUERY, q: " " })).toBe(true);
  const parts = [{ tags: ["a"] }, { q: "owl" }, { status: "done" }, { mark: "starred" }] as const;
  expect(parts.filter((part) => isWholeList({ ...NO_QUERY, ...part }))).toEqual([]);
});
