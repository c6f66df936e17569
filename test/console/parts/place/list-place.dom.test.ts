// @vitest-environment happy-dom
import { h } from "preact";
import { useRef } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ListPlace } from "../../../../console/parts/place/list-place.ts";
import {
  goToPlace,
  keepPlacesOf,
  moveInPlace,
  readPlace,
  storedPlace,
  storePlace,
} from "../../../../console/parts/place/list-place.ts";
import { useBegunPlace, useKeptPlace } from "../../../../console/parts/place/use-place.ts";
import { openPage } from "../../dom/page.ts";

const LIST = "/app/bookmarks";
const ADDRESS = `${LIST}?q=owls`;
const PLACE: ListPlace = {
  address: ADDRESS,
  shown: 50,
  top: { item: "/b-1", pixels: -20 },
  focused: "/b-2",
  selected: null,
};

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  document.body.replaceChildren();
});

describe("the place in a list moves to an item that was reached from another one", () => {
  const third = { item: "/b-3", pixels: innerHeight / 3 };
  it.each<[string, Partial<ListPlace>, number, Partial<ListPlace>]>([
    ["from the one with the focus, which is not seen any more", {}, 50, { focused: "/b-3", top: third }],
    ["below those that were shown", {}, 70, { focused: "/b-3", top: third, shown: 70 }],
    ["without one with the focus", { focused: null }, 10, { focused: "/b-3" }],
    ["but not to the one that has the focus", { focused: "/b-3" }, 70, {}],
    ["but not in another query", { address: LIST }, 70, {}],
  ])("%s", (_, fields, shown, moved) => {
    const place = { ...PLACE, ...fields };
    storePlace(LIST, place);
    moveInPlace(LIST, ADDRESS, { item: "/b-3", shown });
    expect(storedPlace(LIST)).toEqual({ ...place, ...moved });
  });

  it("and there is none where there was none", () => {
    moveInPlace(LIST, ADDRESS, { item: "/b-3", shown: 50 });
    expect(storedPlace(LIST)).toBeNull();
  });
});

it("only places are forgotten: with a session, before another person's, and those of nobody before the next one", () => {
  sessionStorage.setItem("magpie-theme", "dark");
  const keeps = (next: string | null) => {
    storePlace(LIST, PLACE);
    keepPlacesOf(next);
    return storedPlace(LIST) !== null;
  };
  expect(["ada", "ada", "grace", null, "ada"].map(keeps)).toEqual([false, true, false, false, false]);
  expect(sessionStorage.getItem("magpie-theme")).toBe("dark");
});

describe("a place", () => {
  /** A list whose items are 64 pixels high, the first one so many below the top of the window, in a page that can be scrolled on. */
  const listOf = (html: string, pixels: number, mostScrolled = 1_000): HTMLElement => {
    document.body.innerHTML = `<div>${html}</div>`;
    const items = [...document.querySelectorAll("article, [data-item]")];
    let scrolled = 0;
    vi.spyOn(window, "scrollBy").mockImplementation((options) => {
      scrolled = Math.min(scrolled + Number((options as ScrollToOptions).top), mostScrolled);
    });
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const top = pixels + items.indexOf(this) * 64 - scrolled;
      return { top, bottom: top + 64 } as DOMRect;
    });
    return document.body.firstElementChild as HTMLElement;
  };
  const articles = '<article><h2><a href="/b-1">Owls</a></h2></article><article><h3 tabindex="0">Wrens</h3></article>';
  const rows = '<table><tr data-item><th><a href="/b-1">Owls</a></th></tr><tr data-item><td>none</td></tr></table>';

  it.each([
    ["begins with the first item that is seen", articles, -63, { item: "/b-1", pixels: -63 }],
    ["begins below an item that is just not seen, named by its heading", articles, -64, { item: "Wrens", pixels: 0 }],
    ["is above all", articles, -128, null],
    ["is in a table", rows, 10, { item: "/b-1", pixels: 10 }],
    ["may have no name", rows, -64, { item: "", pixels: 0 }],
    ["is none without an item", "", 0, null],
  ])("%s", (_, html, pixels, top) => {
    expect(readPlace(listOf(html, pixels))).toEqual({ top, focused: null });
  });

  it("is gone to without a movement of its own by the focus", () => {
    const list = listOf(articles, 100);
    const scrolled = vi.mocked(window.scrollBy);
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    const top = { item: "Wrens", pixels: 20 };
    expect(goToPlace(list, { top, focused: "Wrens" })).toBe(true);
    expect(scrolled.mock.calls).toEqual([[{ top: 144, behavior: "instant" }]]);
    expect([focus.mock.calls, readPlace(list).focused]).toEqual([[[{ preventScroll: true }]], "Wrens"]);
    expect([goToPlace(list, { top, focused: null }), goToPlace(list, { top, focused: "/b-9" })]).toEqual([true, false]);
    expect(goToPlace(list, { top: null, focused: "Wrens" })).toBe(false);
    expect(goToPlace(list, { top: { item: "/b-9", pixels: 0 }, focused: null })).toBe(false);
    expect(scrolled).toHaveBeenCalledTimes(3);
  });

  it("is not reached while the list ends above it, since its last items are not rendered", () => {
    const place = { top: { item: "Wrens", pixels: 20 }, focused: null };
    expect(goToPlace(listOf(articles, 100, 143), place)).toBe(false);
    expect(goToPlace(listOf(articles, 100, 144), place)).toBe(true);
  });
});

describe("the place that a screen keeps", () => {
  const opened = async (place: ListPlace) => {
    const page = await openPage();
    const now = { address: ADDRESS, shown: 50, selected: null, isRendered: false };
    const List = () => {
      const list = useRef<HTMLDivElement>(null);
      useKeptPlace(LIST, list, useBegunPlace(LIST, ADDRESS), now);
      return h("div", { ref: list }, h("article", {}, h("h2", {}, "Owls")));
    };
    const show = async () => {
      storePlace(LIST, place);
      await page.show(List);
    };
    return { show, leave: () => page.show(() => null), now };
  };

  it("is the wanted one until its item is there, or until all is there", async () => {
    const { show, leave, now } = await opened(PLACE);
    await show();
    await leave();
    expect(storedPlace(LIST)).toEqual(PLACE);
    now.isRendered = true;
    await show();
    await leave();
    expect(storedPlace(LIST)?.focused).toBeNull();
  });

  it("is not written any more once the screen has gone", async () => {
    const { show, leave } = await opened({ ...PLACE, address: LIST });
    await show();
    await leave();
    expect(storedPlace(LIST)?.address).toBe(ADDRESS);
    sessionStorage.clear();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await act(() => {
      dispatchEvent(new Event("pagehide"));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(storedPlace(LIST)).toBeNull();
  });
});
