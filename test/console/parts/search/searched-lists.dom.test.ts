// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BookmarksScreen } from "../../../../console/bookmarks/bookmarks-screen.tsx";
import { BooksScreen } from "../../../../console/books/books-screen.tsx";
import { choose } from "../../../../console/device/preferences.ts";
import { knownOfBooks, knownValues } from "../../../../console/parts/search/known-values.ts";
import type { FoundItems } from "../../../../console/parts/search/use-found-items.ts";
import { useFoundItems } from "../../../../console/parts/search/use-found-items.ts";
import { SlidesScreen } from "../../../../console/slides/slides-screen.tsx";
import { TagsScreen } from "../../../../console/tags/tags-screen.tsx";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { fill, search, select, settled } from "../../dom/acts.ts";
import { AnsweringApi, paged } from "../../dom/answering-api.ts";
import { headings, openBookmarks } from "../../dom/bookmarks-page.ts";
import { BOOKS, book } from "../../dom/books-page.ts";
import { main } from "../../dom/contents.ts";
import { entryOf, openPage } from "../../dom/page.ts";
import { selectBox } from "../../dom/shown.ts";

// The preferences are those of all files of a process.
for (const around of [beforeEach, afterEach]) around(() => choose({ sort: "newest" }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const titles = ({ items }: FoundItems) => items.map(({ item }) => item?.title).join();

/** An API with bookmarks of these titles, and a deck. */
function apiOf(...titles: readonly string[]): AnsweringApi {
  const api = new AnsweringApi();
  for (const title of titles) api.saveBookmark(`https://blog.example/${title}`, { title });
  api.saveStock("https://speakerdeck.com/ada/owls");
  return api;
}

describe("the items that match a search", () => {
  it("are those listed before until the texts are read, then those found; changes appear", async () => {
    const page = await openPage([], apiOf("Owls", "Wrens"));
    let q = " ";
    const List = () => {
      const { items, isSearching } = useFoundItems(q, { type: "bookmark" });
      return h("p", {}, `${isSearching} ${items.map(({ item }) => item?.title).join()}`);
    };
    await page.show(List);
    expect(main().textContent).toBe("false Wrens,Owls");
    const read = Promise.withResolvers<void>();
    let isPrepared = false;
    vi.spyOn(page.library.synced, "isPrepared", "get").mockImplementation(() => isPrepared);
    vi.spyOn(page.library.synced, "prepare").mockReturnValue(read.promise);
    q = "owls";
    await page.show(() => h(List, {}));
    expect(main().textContent).toBe("true ");
    isPrepared = true;
    await act(async () => read.resolve());
    expect(main().textContent).toBe("false Owls");
    page.api.saveBookmark("https://blog.example/more", { title: "More owls" });
    await page.refresh();
    expect(main().textContent).toBe("false More owls,Owls");
  });

  it("are those of days of UTC where the device knows no time zone", async () => {
    const options = new Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone: "Etc/Unknown" });
    const page = await openPage([], apiOf("Owls"));
    await page.show(() => h("p", {}, titles(useFoundItems("after:2020-01-01", { type: "bookmark" }))));
    expect(main().textContent).toBe("Owls");
  });

  it("stay while the search can't be read", async () => {
    const page = await openPage([], apiOf("Owls", "Wrens"));
    const q = signal("owls");
    await page.show(() => h("p", {}, titles(useFoundItems(q.value, { type: "bookmark" }))));
    expect(main().textContent).toBe("Owls");
    await act(() => {
      q.value = "before:never";
    });
    expect(main().textContent).toBe("Owls");
  });

  it.each([
    ["newest", "false Owls", "false Owls"],
    ["title", "true ", "false Owls"],
    ["site", "true ", "false Owls"],
  ] as const)("sorted by %s are there when what they are sorted by is read", async (sort, before, after) => {
    const page = await openPage([], apiOf("Owls"));
    const read = Promise.withResolvers<void>();
    const isPrepared = vi.spyOn(page.library.synced, "isPrepared", "get").mockReturnValue(false);
    vi.spyOn(page.library.synced, "prepare").mockReturnValue(read.promise);
    const List = () => {
      const found = useFoundItems("", { sort, type: "bookmark" });
      return h("p", {}, `${found.isSearching} ${titles(found)}`);
    };
    await page.show(List);
    expect(main().textContent).toBe(before);
    isPrepared.mockReturnValue(true);
    await act(async () => read.resolve());
    expect(main().textContent).toBe(after);
  });

  it("are none when the texts can't be read, which is logged", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const page = await openPage();
    const error = new Error("no texts");
    vi.spyOn(page.library.synced, "isPrepared", "get").mockReturnValue(false);
    vi.spyOn(page.library.synced, "prepare").mockRejectedValue(error);
    await page.show(() => h("p", {}, titles(useFoundItems("owls", {}))));
    expect([main().textContent, told.mock.calls]).toEqual(["", [[error]]]);
  });
});

it("a search is completed with the tags and hosts of the list, the most used first", async () => {
  const api = new ChangesApi();
  api.saveBookmark("https://blog.example/a", { tags: ["winter"] });
  api.saveBookmark("https://www.tea.example/b", { tags: ["tea"] });
  api.saveStock("https://speakerdeck.com/ada/owls", { tags: ["slides"] });
  const entries = [
    entryOf({ create: "bookmark", body: { url: "https://tea.example/c" } }),
    entryOf({ create: "bookmark", body: { url: "https://hens.example/" } }),
  ];
  const { library } = await openPage(entries, api);
  const bookmarks = knownValues(library, "bookmark");
  expect([bookmarks.tags.toSorted(), bookmarks.hosts.slice(0, 1)]).toEqual([["tea", "winter"], ["tea.example"]]);
  expect(bookmarks.hosts.toSorted()).toEqual(["blog.example", "hens.example", "tea.example"]);
  const decks = knownValues(library, "stock");
  expect([decks.tags, decks.hosts]).toEqual([["slides"], ["speakerdeck.com"]]);
});

it("the day of a search is the one on the calendar, in four and two digits", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(2026, 0, 5, 0, 30));
  expect(knownOfBooks().today).toBe("2026-01-05");
  vi.setSystemTime(new Date(2026, 10, 27, 23, 30));
  expect(knownOfBooks().today).toBe("2026-11-27");
});

it("the days of a search are those of the person's time zone", async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  for (const [timeZone, found] of [
    ["Asia/Tokyo", ["Owls"]],
    ["America/New_York", []],
  ] as const) {
    resolved.mockReturnValue({ ...options, timeZone });
    await openBookmarks([{ title: "Owls", created_at: "2026-03-01T20:00:00.000Z" }], "bookmarks?q=after:2026-03-02");
    expect(headings()).toEqual(found);
  }
});

it.each([
  ["bookmarks", BookmarksScreen, "Address or words", "Order", "title"],
  ["slides", SlidesScreen, "Address or words", "Order", "title"],
  ["books", BooksScreen, "Search", "Order", "title"],
  ["tags", TagsScreen, "Find a tag", "Sorted by", "name"],
] as const)(
  "an order of %s that is chosen before a search has begun stays when it begins",
  async (path, screen, label, orders, order) => {
    const api = apiOf("Owls");
    api.saveBookmark("https://blog.example/tagged", { tags: ["owls"] });
    api.answer(BOOKS, paged("books", [book({ id: "1" })]));
    await (await openPage([], api)).open(screen, path);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await fill(label, "owls");
    const box = selectBox(orders);
    box.value = order;
    await act(() => void box.dispatchEvent(new Event("change", { bubbles: true })));
    await act(() => void vi.runOnlyPendingTimers());
    vi.useRealTimers();
    await act(settled);
    expect(location.search).toBe(`?q=owls&sort=${order}`);
  },
);

const BOOKMARKS = [{ title: "Owls" }, { title: "Hens" }, { title: "Wrens" }];

it("the order of a list is chosen, stands in its address beside a search, and is remembered on the device", async () => {
  await openBookmarks(BOOKMARKS);
  expect(selectBox("Order").value).toBe("newest");
  await select("Order", "title");
  await act(settled);
  expect([headings(), location.search]).toEqual([["Hens", "Owls", "Wrens"], "?sort=title"]);
  await search("-owls");
  expect([headings(), location.search]).toEqual([["Hens", "Wrens"], "?q=-owls&sort=title"]);
  await openBookmarks(BOOKMARKS);
  await act(settled);
  expect([selectBox("Order").value, headings()]).toEqual(["title", ["Hens", "Owls", "Wrens"]]);
});

it.each([
  ["?sort=title", ["Hens", "Owls", "Wrens"]],
  ["?sort=size", ["Owls", "Hens", "Wrens"]],
  ["?sort=", ["Owls", "Hens", "Wrens"]],
])("the order of an address is the list's, unless there is no such order: %s", async (address, titles) => {
  await openBookmarks(BOOKMARKS, `bookmarks${address}`);
  await act(settled);
  expect(headings()).toEqual(titles);
});
