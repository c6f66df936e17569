// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from "vitest";
import { knownOfBooks, knownValues } from "../../../../console/parts/search/known-values.ts";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { headings, openBookmarks } from "../../dom/bookmarks-page.ts";
import { entryOf, openPage } from "../../dom/page.ts";

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
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(new Date(2026, 0, 5, 0, 30));
  expect(knownOfBooks().today).toBe("2026-01-05");
  vi.setSystemTime(new Date(2026, 10, 27, 23, 30));
  expect(knownOfBooks().today).toBe("2026-11-27");
});

it("the days of a search are those of the person's time zone", async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  onTestFinished(() => resolved.mockRestore());
  for (const [timeZone, found] of [
    ["Asia/Tokyo", ["Owls"]],
    ["America/New_York", []],
  ] as const) {
    resolved.mockReturnValue({ ...options, timeZone });
    await openBookmarks([{ title: "Owls", created_at: "2026-03-01T20:00:00.000Z" }], "bookmarks?q=after:2026-03-02");
    expect(headings()).toEqual(found);
  }
});
