// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { BookmarksScreen } from "../../../../console/bookmarks/bookmarks-screen.tsx";
import { BooksScreen } from "../../../../console/books/books-screen.tsx";
import { SlidesScreen } from "../../../../console/slides/slides-screen.tsx";
import { settled } from "../../dom/acts.ts";
import { AnsweringApi } from "../../dom/answering-api.ts";
import { links } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";

const BOOKMARKS = ["Bookmarks (1)", "/app/bookmarks?q=owls"];
const SLIDES = ["Slides (2)", "/app/slides?q=owls"];
const BOOKS = ["Books", "/app/books?q=owls"];
const OF_HENS = [
  ["Slides (1)", "/app/slides?q=hens"],
  ["Books", "/app/books?q=hens"],
];

/** Opens the page of a person who has a bookmark about owls, two decks about owls, and no book. */
async function open() {
  const api = new AnsweringApi().answer("GET /v1/books", { books: [], next_cursor: null });
  api.saveBookmark("https://blog.example/owls", { title: "Owls", tags: ["birds"] });
  api.saveStock("https://speakerdeck.com/a/owls", { title: "Owls at night" });
  api.saveStock("https://speakerdeck.com/a/hens", { memo: "Owls and hens" });
  return openPage([], api);
}

it.each([
  ["decks", SlidesScreen, "slides?q=owls&tag=cats", [BOOKMARKS, SLIDES, BOOKS]],
  ["bookmarks", BookmarksScreen, "bookmarks?q=owls&tag=cats", [BOOKMARKS, SLIDES, BOOKS]],
  ["books", BooksScreen, "books?q=owls", [BOOKMARKS, SLIDES]],
  ["bookmarks of rare words", BookmarksScreen, "bookmarks?q=hens", OF_HENS],
  ["bookmarks by a filter alone", BookmarksScreen, "bookmarks?tag=cats", []],
])(
  "a list of %s that has found nothing offers where the same search may find something",
  async (_, screen, path, offered) => {
    const page = await open();
    await page.open(screen, path);
    expect(links(".elsewhere")).toEqual(offered);
  },
);

it("says no numbers before this device can search", async () => {
  const page = await open();
  await page.show(BooksScreen, "books?q=owls");
  vi.spyOn(page.library.synced, "isPrepared", "get").mockReturnValue(false);
  vi.spyOn(page.library.synced, "prepare").mockReturnValue(new Promise(() => undefined));
  await act(settled);
  expect(links(".elsewhere")).toEqual([
    ["Bookmarks", "/app/bookmarks?q=owls"],
    ["Slides", "/app/slides?q=owls"],
  ]);
});
