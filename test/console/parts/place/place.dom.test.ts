// @vitest-environment happy-dom
import type { VNode } from "preact";
import { h } from "preact";
import { act } from "preact/test-utils";
import { Route, Router } from "preact-iso/router";
import { describe, expect, it, vi } from "vitest";
import { BookmarksScreen } from "../../../../console/bookmarks/bookmarks-screen.tsx";
import { addressOfList, storedPlace } from "../../../../console/parts/place/list-place.ts";
import { ReadingScreen } from "../../../../console/reading/reading-screen.tsx";
import { TagsScreen } from "../../../../console/tags/tags-screen.tsx";
import { press, search, settled } from "../../dom/acts.ts";
import { check, headings, openBookmarks } from "../../dom/bookmarks-page.ts";
import type { Page } from "../../dom/page.ts";
import { article, focused, texts } from "../../dom/shown.ts";

const LIST = "/app/bookmarks";
/** One more than a list shows at first. */
const MANY = Array.from({ length: 51 }, (_, index) => `Page ${index}`);
const FEW = ["Page 7", "Page 8"];
let page: Page;

/** Lets an item be the first that is seen, so many pixels below the top of the window. */
function scrollTo(title: string, pixels: number): void {
  const titles = headings();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const distance = titles.indexOf(this.querySelector("h2")?.textContent ?? "") - titles.indexOf(title);
    const top = pixels + distance * 64;
    return { top, bottom: top + 64 } as DOMRect;
  });
  dispatchEvent(new Event("scroll"));
}

async function leaves(): Promise<void> {
  await page.show(ReadingScreen, "bookmarks/b-1", "bookmarks/:id");
  vi.restoreAllMocks();
}

async function comesBack(path = "bookmarks"): Promise<void> {
  await page.show(BookmarksScreen, path);
  for (let turn = 0; turn < 20; turn += 1) await act(settled);
}

describe("the place in a list", () => {
  it("is there again: the items that were shown, the scroll position, the focus and the selection", async () => {
    page = await openBookmarks(MANY);
    await press("Show more");
    await act(settled);
    await press("Select");
    await check("Page 50");
    article("Page 50").querySelector<HTMLElement>("h2 a")?.focus();
    scrollTo("Page 48", -20);
    await leaves();
    const scrolled = vi.spyOn(window, "scrollBy").mockReturnValue();
    await comesBack();
    expect([headings().length, focused(), texts(".selection [role=status]")]).toEqual([51, "Page 50", ["1 selected"]]);
    // In a DOM without a layout everything is at the top.
    expect(scrolled).toHaveBeenCalledWith({ top: 20, behavior: "instant" });
  });

  it("has the search with it, in the link back", async () => {
    page = await openBookmarks(FEW);
    await search("page 7");
    await leaves();
    expect(document.querySelector("a[href^='/app/bookmarks?']")?.getAttribute("href")).toBe(`${LIST}?q=page+7`);
    await comesBack();
    expect(headings()).toEqual(FEW);
    expect(addressOfList("/app/slides")).toBe("/app/slides");
  });

  it.each([
    ["bookmark", "/app/bookmarks/b-1"],
    ["text that is not here", "/app/bookmarks/none/read"],
    ["tags", "/app/tags"],
  ])("has the search with it, in the link back of the %s, which is rendered before the list goes", async (_, path) => {
    page = await openBookmarks(FEW);
    const screens = [
      ["/app/bookmarks", BookmarksScreen],
      ["/app/bookmarks/:id", ReadingScreen],
      ["/app/bookmarks/:id/read", ReadingScreen],
      ["/app/tags", TagsScreen],
    ] as const;
    const routes = screens.map(([pattern, component]) => h(Route, { path: pattern, component }));
    await page.show(() => h(Router, { children: routes as VNode[] }), "bookmarks");
    await search("page 7");
    history.pushState(null, "", path);
    await act(() => void dispatchEvent(new PopStateEvent("popstate")));
    await act(settled);
    expect(document.querySelector(".back a")?.getAttribute("href")).toBe(`${LIST}?q=page+7`);
  });

  it("is where a deletion leads, too", async () => {
    page = await openBookmarks(FEW);
    await search("page 7");
    await leaves();
    await press("Delete");
    expect(location.pathname + location.search).toBe(`${LIST}?q=page+7`);
  });

  it("is of its query only: another one begins at its beginning, with nothing selected", async () => {
    page = await openBookmarks(MANY);
    await press("Show more");
    await press("Select");
    await check("Page 8");
    article("Page 8").querySelector<HTMLElement>("h2 a")?.focus();
    await leaves();
    await comesBack("bookmarks?q=page");
    expect([headings().length, texts(".selection"), focused()]).toEqual([50, [], "Bookmarks"]);
  });

  it("is kept when the page is put away or loaded anew", async () => {
    page = await openBookmarks(MANY);
    await press("Show more");
    for (const event of ["pagehide", "visibilitychange"]) {
      sessionStorage.clear();
      vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      (event === "pagehide" ? window : document).dispatchEvent(new Event(event));
      expect(storedPlace(LIST)?.shown).toBe(100);
    }
    sessionStorage.clear();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(storedPlace(LIST)).toBeNull();
  });

  it("is the list's beginning when its item has gone", async () => {
    page = await openBookmarks(MANY.slice(0, 3));
    article("Page 1").querySelector<HTMLElement>("h2 a")?.focus();
    scrollTo("Page 1", -10);
    await leaves();
    page = await openBookmarks(["Owls"]);
    await act(settled);
    expect([headings(), storedPlace(LIST)?.top?.item]).toEqual([["Owls"], "/app/bookmarks/b-2/read"]);
    await leaves();
    expect(storedPlace(LIST)?.focused).toBeNull();
  });
});
