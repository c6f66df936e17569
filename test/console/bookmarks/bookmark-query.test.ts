import { describe, expect, it } from "vitest";
import { isWholeList, queryAddress, readQuery } from "../../../console/bookmarks/bookmark-query.ts";

describe("the query in the list's address", () => {
  it.each([
    { q: "", tags: [], status: null, sort: "newest" as const },
    { q: '小鳥 "winter birds" & more', tags: ["読書", "a&b"], status: "failed" as const, sort: "title" as const },
  ])("is read as it was written", (query) => {
    expect(readQuery(queryAddress(query))).toEqual(query);
  });

  it("is as short as it can be", () => {
    expect(queryAddress({ q: "  ", tags: [], status: null, sort: "newest" as const })).toBe("/app/bookmarks");
    expect(queryAddress({ q: "owl", tags: [], status: "done", sort: "newest" as const })).toBe(
      "/app/bookmarks?q=owl&status=done",
    );
  });

  it("leaves out what there is not", () => {
    expect(readQuery("/app/bookmarks?status=lost&tag=&other=1")).toEqual({
      q: "",
      tags: [],
      status: null,
      sort: "newest" as const,
    });
  });
});

it("tells whether everything is listed", () => {
  expect(isWholeList({ q: " ", tags: [], status: null, sort: "newest" as const })).toBe(true);
  expect(isWholeList({ q: "", tags: ["a"], status: null, sort: "newest" as const })).toBe(false);
  expect(isWholeList({ q: "owl", tags: [], status: null, sort: "newest" as const })).toBe(false);
  expect(isWholeList({ q: "", tags: [], status: "done", sort: "newest" as const })).toBe(false);
});
