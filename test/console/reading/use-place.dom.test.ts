// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bookmark, Place } from "../../../client/index.ts";
import { choose } from "../../../console/device/preferences.ts";
import { openText, showText } from "../dom/reading-page.ts";

// Layout is a browser's (reading.ci.test.ts). Here blocks of 100 pixels are one below the other, 200 pixels from the top.
const TOP = 200;
const BLOCK = 100;
/** Of the bar of tools. */
const BAR = 50;
const COUNT = 10;

beforeEach(() => {
  vi.stubGlobal("innerHeight", 600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(BAR);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const index = Array.from(document.querySelectorAll(".text p")).indexOf(this);
    const top = TOP + Math.max(0, index) * BLOCK - scrollY;
    const height = index === -1 ? COUNT * BLOCK : BLOCK;
    return { top, height, bottom: top + height } as DOMRect;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  scrollTo(0, 0);
});

/** A text, and what of its places is kept. */
async function opens(
  html = Array.from({ length: COUNT }, (_, index) => `<p>Block ${index}</p>`).join(""),
  fields: Partial<Bookmark> = {},
) {
  // The cleaner, which is for browsers, loses the first element of this DOM.
  const page = await openText([fields], { html: `<p></p>${html}` });
  const id = page.bookmarks[0]?.id ?? "";
  const { texts } = await page.library.loadBackground();
  const kept = vi.spyOn(texts, "setPlace");
  const queued = vi.spyOn(page.library.queue, "enqueue");
  return {
    page,
    id,
    /** The places that were put into the queue. */
    sent: () => queued.mock.calls.map(([intent]) => ("place" in intent ? intent.body : null)),
    kept: () => kept.mock.calls.map(([of, { block }]) => [of === id, block]),
    /** Opens the text once more, left at a block. */
    leftAt: async (block: number) => {
      texts.setPlace(id, { ...AT, block, beginning: `Block ${block}` });
      const scrolling = vi.spyOn(globalThis, "scrollTo");
      await showText(page, id);
      return scrolling.mock.calls;
    },
    leave: () => page.show(() => null),
  };
}

const AT: Place = { block: 0, offset: 0, progress: 0.5, at: "2026-11-02T12:00:00.000Z" };

function hide(state = "hidden"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state as DocumentVisibilityState);
  document.dispatchEvent(new Event("visibilitychange"));
}

function scroll(top: number): void {
  scrollTo(0, top);
  dispatchEvent(new Event("scroll"));
}
/** Where the window is scrolled to for a block: below the bar of tools. */
const to = (block: number) => ({ top: TOP + block * BLOCK - BAR - 1, behavior: "instant" });
const timers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
const progress = () => document.querySelector<HTMLElement>(".reading-progress")?.style.getPropertyValue("scale");

it.each([0, 40])(
  "a text begins at once at the block at which it was left, after %i pixels were scrolled",
  async (top) => {
    const { leftAt } = await opens();
    scrollTo(0, top);
    expect(await leftAt(3)).toEqual([[to(3)]]);
  },
);

it("a text begins with its heading when it was left at its first block, and always when it has no blocks", async () => {
  const { leftAt } = await opens();
  expect(await leftAt(0)).toEqual([]);
  const withoutBlocks = await opens("x");
  expect([await withoutBlocks.leftAt(3), progress()]).toEqual([[], "0 1"]);
});

it("how much is read is shown at once, and while a person scrolls", async () => {
  await opens();
  expect(progress()).toBe("0 1");
  // A part of the way from the line below the bar to where the end of the text comes into the window.
  scroll(TOP - BAR - 1 + 45.1);
  expect(progress()).toBe("0.1 1");
  scroll(TOP + COUNT * BLOCK - 600);
  expect(progress()).toBe("1 1");
});

it("the place is kept when a person has stopped to scroll", async () => {
  const { kept } = await opens();
  timers();
  scroll(TOP + BLOCK - BAR);
  vi.advanceTimersByTime(299);
  // To the line below the bar, and one pixel above it.
  scroll(TOP + 2 * BLOCK - BAR - 2);
  vi.advanceTimersByTime(299);
  expect(kept()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kept()).toEqual([[true, 1]]);
  scroll(TOP + 2 * BLOCK - BAR - 1);
  vi.advanceTimersByTime(300);
  expect(kept().slice(1)).toEqual([[true, 2]]);
});

it("the place is kept at once when the text is left, if it is another one, and no later one is", async () => {
  const { kept, leave } = await opens();
  timers();
  scroll(TOP + 4 * BLOCK);
  await leave();
  expect(kept()).toEqual([[true, 4]]);
  scroll(0);
  vi.advanceTimersByTime(300);
  expect(kept()).toEqual([[true, 4]]);
});

it("the place is that of the text when another tab has chosen another language meanwhile", async () => {
  const { kept, leave } = await opens();
  await act(() => choose({ language: "ja" }));
  scroll(TOP + 4 * BLOCK);
  await leave();
  expect(kept()).toEqual([[true, 4]]);
});

const MINUTE = 60_000;
const toBlock = (block: number) => scroll(TOP + block * BLOCK - BAR);

it("a person who reads sends one place a minute, the latest, and none while nothing moves", async () => {
  const { sent } = await opens();
  timers();
  for (let second = 0; second < 110; second += 1) {
    toBlock(second % 9);
    vi.advanceTimersByTime(1_000);
  }
  expect(sent()).toMatchObject([{ block: 60 % 9 }]);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(sent()).toMatchObject([{ block: 60 % 9 }, { block: 109 % 9, offset: 0, progress: expect.any(Number) }]);
  dispatchEvent(new Event("scroll"));
  vi.advanceTimersByTime(60 * MINUTE);
  expect(sent()).toHaveLength(2);
});

it("the place is sent when the tab is hidden, and when the text is left, if it is another one", async () => {
  const { sent, leave } = await opens();
  timers();
  toBlock(3);
  hide();
  expect(sent()).toMatchObject([{ block: 3 }]);
  hide("visible");
  hide();
  expect(sent()).toHaveLength(1);
  toBlock(4);
  await leave();
  expect(sent()).toMatchObject([{ block: 3 }, { block: 4 }]);
});

it("a text begins where another device has left it later, and says nothing of it", async () => {
  const place = { ...AT, block: 4 };
  const { page, id, sent, kept, leave } = await opens(undefined, { place });
  (await page.library.loadBackground()).texts.setPlace(id, {
    ...AT,
    block: 2,
    beginning: "Block 2",
    at: "2026-11-02T11:59:00.000Z",
  });
  const scrolling = vi.spyOn(globalThis, "scrollTo");
  await showText(page, id);
  expect(scrolling.mock.calls.at(-1)).toEqual([to(4)]);
  dispatchEvent(new Event("scroll"));
  await leave();
  expect(sent()).toEqual([]);
  // How its block begins is known from now on.
  expect(kept().at(-1)).toEqual([true, 4]);
});

it("a text that this device has left later begins there", async () => {
  const { leftAt } = await opens(undefined, { place: { ...AT, block: 4, at: "2026-11-02T11:59:00.000Z" } });
  expect(await leftAt(3)).toEqual([[to(3)]]);
});

it("a place is later than the one from which a person goes on, whatever the clock of the device says", async () => {
  const at = "2126-11-02T12:00:00.000Z";
  const { sent, leave } = await opens(undefined, { place: { ...AT, at } });
  scroll(TOP + 2 * BLOCK);
  await leave();
  expect(sent()).toMatchObject([{ at: "2126-11-02T12:00:00.001Z" }]);
});

it.each([
  ["is read once it was shown for a moment", true, "visible", [{ block: 0, progress: 1 }]],
  ["is not when it is left before", false, "visible", []],
  ["is not while its tab is hidden", true, "hidden", []],
])("a text that needs no scrolling %s", async (_, isShown, state, places) => {
  vi.stubGlobal("innerHeight", 2_000);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state as DocumentVisibilityState);
  const timeouts = vi.spyOn(globalThis, "setTimeout");
  const { sent, leave } = await opens();
  const glance = timeouts.mock.calls.find(([, milliseconds]) => milliseconds === 3_000)?.[0];
  if (isShown) glance?.();
  await leave();
  expect(sent()).toMatchObject(places);
});
