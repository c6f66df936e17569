// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { BookScreen } from "../../../console/books/book-screen.tsx";
import { settled } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { book } from "../dom/books-page.ts";
import { links } from "../dom/contents.ts";
import { openPage } from "../dom/page.ts";
import { hasButton, texts } from "../dom/shown.ts";

const apiOf = (fields: Parameters<typeof book>[0]) => new AnsweringApi().answer("GET /v1/books/1", book(fields));

async function shows(api: AnsweringApi, isAdmin = false): Promise<void> {
  const page = await openPage([], api, isAdmin);
  await page.show(BookScreen, "books/1?sort=author&job=tea", "books/:id");
  await act(settled);
}

it("shows all that is known of a book, and leads to its source, its jobs and back to the list", async () => {
  const api = apiOf({
    id: "1",
    isbn_13: "9784101010014",
    isbn_10: "4101010013",
    title: "猫",
    subtitle: "上",
    authors: ["Ada", "Bob"],
    publisher: "The press",
    published_date: "2024-03",
    description: "About a cat.",
    language: "ja",
    info_link: "https://www.books.example/1",
    jobs: ["tea", "a & b"],
  });
  await shows(api);
  expect([texts("h1"), document.querySelector("h1")?.lang, texts(".book-cover")]).toEqual([["猫: 上"], "ja", ["猫上"]]);
  expect(texts(".about > div")).toEqual([
    "AuthorsAda, Bob",
    "PublisherThe press",
    "PublishedMar 2024",
    "ISBN9784101010014, 4101010013",
    "Found byteaa & b",
    "Found on1 Mar 2026",
  ]);
  expect([texts(".description"), document.querySelector<HTMLElement>(".description")?.lang]).toEqual([
    ["About a cat."],
    "ja",
  ]);
  expect(links(".back")).toEqual([["All books", "/app/books?job=tea&sort=author"]]);
  expect(links(".book-page")).toEqual([
    ["tea", "/app/books?job=tea"],
    ["a & b", "/app/books?job=a+%26+b"],
    ["Open at books.example", "https://www.books.example/1"],
  ]);
  await shows(api, true);
  expect(links(".about")).toEqual([
    ["tea", "/app/operations/jobs/tea"],
    ["a & b", "/app/operations/jobs/a%20%26%20b"],
  ]);
});

it("leaves out what is not known, and an address that is no web address", async () => {
  await shows(apiOf({ id: "1", title: null, info_link: "javascript:alert(1)" }));
  expect([texts("h1"), texts(".about > div")]).toEqual([["Untitled"], ["Found on1 Mar 2026"]]);
  expect([texts(".book-page p"), links(".book-page")]).toEqual([["There is no description."], []]);
});

it("has the button for images of other sites only where the cover is one", async () => {
  const outside = { id: "1", thumbnail_url: "https://books.example/1" };
  await shows(apiOf(outside));
  expect(hasButton("Show images")).toBe(true);
  await shows(apiOf({ ...outside, image_url: "https://site.example/i/1" }));
  expect(hasButton("Show images")).toBe(false);
});

it("says that a book is not there", async () => {
  await shows(new AnsweringApi().refuse("GET /v1/books/1", "not_found"));
  expect([texts("h1"), texts(".about")]).toEqual([["Book"], []]);
  expect(texts("[role=alert], .empty").join()).not.toBe("");
});
