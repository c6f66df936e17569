// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { press, select, settled } from "../dom/acts.ts";
import { apiOf, BOOKS, book, openBooks } from "../dom/books-page.ts";
import { button, texts } from "../dom/shown.ts";

const headings = () => texts("article h2");

describe("the order of the books", () => {
  const BOOKS_OF_JOBS = [
    book({ id: "1", title: "Owls 10", authors: ["Bob", "Ada"], published_date: "2020", jobs: ["tea"] }),
    book({ id: "2", title: null, published_date: "2024-03", jobs: ["tea", "coffee"] }),
    book({ id: "3", title: "owls 9", authors: ["ada"], published_date: null, jobs: ["coffee"] }),
    book({ id: "4", title: "Cats", published_date: "2024-03-02", jobs: ["coffee"] }),
  ];

  it("is the API's, by title, by author or by date, as the address and the heading say; books without one come last", async () => {
    const api = apiOf(BOOKS_OF_JOBS);
    await openBooks(api);
    expect([texts("h1"), headings()]).toEqual([["Books"], ["Owls 10", "Untitled", "owls 9", "Cats"]]);
    const before = history.length;
    await select("Order", "title");
    expect([headings(), location.search]).toEqual([["Cats", "owls 9", "Owls 10", "Untitled"], "?sort=title"]);
    await select("Order", "author");
    expect([texts("h1"), headings()]).toEqual([["Books by author"], ["owls 9", "Owls 10", "Untitled", "Cats"]]);
    await select("Order", "published");
    expect(headings()).toEqual(["Cats", "Untitled", "Owls 10", "owls 9"]);
    expect([history.length, api.queries(BOOKS)]).toEqual([before, ["limit=24", "limit=100", "limit=100", "limit=100"]]);
  });

  it("says which books it covers when there are more", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index);
    const page = (place: number) => hundred.map((index) => book({ id: `${place}-${index}` }));
    await openBooks(apiOf(page(1), page(2), page(3), page(4)), "books?sort=title");
    expect(texts("p[role=status]")).toEqual(["300 books: only the newest are sorted, more below"]);
    await press("Show more");
    await act(settled);
    expect(texts("p[role=status]")).toEqual(["400 books"]);
  });

  it("is by job: each has a heading, its number of books, and a list that can be folded", async () => {
    await openBooks(apiOf(BOOKS_OF_JOBS), "books?group=job&sort=title");
    expect(texts("summary")).toEqual(["coffee3 books", "tea2 books"]);
    expect(Array.from(document.querySelectorAll("details"), ({ open }) => open)).toEqual([true, true]);
    const lists = Array.from(document.querySelectorAll("ul.items"), (list) => [
      list.getAttribute("aria-label"),
      Array.from(list.querySelectorAll("h3"), ({ textContent }) => textContent),
    ]);
    expect(lists).toEqual([
      ["coffee", ["Cats", "owls 9", "Untitled"]],
      ["tea", ["Owls 10", "Untitled"]],
    ]);
    await openBooks(apiOf(BOOKS_OF_JOBS), "books?group=job&job=tea");
    expect(texts("summary")).toEqual(["tea4 books"]);
  });

  it("is chosen, as is the view as covers or rows; the device remembers both", async () => {
    const list = () => document.querySelector("ul.items")?.className;
    await openBooks(apiOf(BOOKS_OF_JOBS));
    expect([list(), button("Covers").getAttribute("aria-pressed")]).toEqual(["items covers", "true"]);
    await press("Rows");
    await openBooks(apiOf(BOOKS_OF_JOBS));
    expect(list()).toBe("items rows");
    const grouped = document.querySelector<HTMLInputElement>("input[type=checkbox]");
    await act(() => grouped?.click());
    await act(settled);
    expect([location.search, texts("summary h2")]).toEqual(["?group=job", ["coffee", "tea"]]);
  });
});
