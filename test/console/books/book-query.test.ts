import { expect, it } from "vitest";
import { apiParameters, isArranged, queryAddress, readQuery } from "../../../console/books/book-query.ts";
import { jobNames } from "../../../console/books/job-names.ts";

it("keeps a search, a job, an order and groups in the screen's address", () => {
  const query = { q: 'ferry & "two islands"', job: "boats", sort: "title", isGrouped: true } as const;
  const address = new URL(queryAddress(query), "https://site.example");
  expect(readQuery(Object.fromEntries(address.searchParams))).toEqual(query);
});

it("selects all books without a search and a job, and asks the API for nothing that is empty", () => {
  expect(queryAddress(readQuery({ q: "  " }))).toBe("/app/books");
  expect(apiParameters(readQuery({ sort: "size", group: "author" }))).toEqual({});
  expect(isArranged(readQuery({ sort: "size", group: "author" }))).toBe(false);
});

it("offers the listed jobs, those of the books, and the chosen one, each once", () => {
  expect(jobNames(["tea"], [{ jobs: ["tea", "deleted"] }], "chosen")).toEqual(["chosen", "deleted", "tea"]);
  expect(jobNames([], [], "")).toEqual([]);
});
