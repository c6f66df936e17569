import { expect, it } from "vitest";
import { addressOf, bookQuery, selectionOf } from "../../../console/books/book-selection.ts";
import { jobNames } from "../../../console/books/job-names.ts";

it("keeps a search and a job in the screen's address", () => {
  const selection = { q: 'ferry & "two islands"', job: "boats" };
  const address = new URL(addressOf(selection), "https://site.example");
  expect(selectionOf(Object.fromEntries(address.searchParams))).toEqual(selection);
});

it("selects all books without a search and a job, and asks the API for nothing that is empty", () => {
  expect(addressOf(selectionOf({ q: "  " }))).toBe("/app/books");
  expect(bookQuery(selectionOf({}))).toEqual({});
});

it("offers the listed jobs, those of the books, and the chosen one, each once", () => {
  expect(jobNames(["tea"], [{ jobs: ["tea", "deleted"] }], "chosen")).toEqual(["chosen", "deleted", "tea"]);
  expect(jobNames([], [], "")).toEqual([]);
});
