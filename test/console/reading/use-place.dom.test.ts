// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { preferences } from "../../../console/device/preferences.ts";
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
async function opens(html = Array.from({ length: COUNT }, (_, index) => `<p>Block ${index}</p>`).join("")) {
  // The cleaner, which is for browsers, loses the first element of this DOM.
  const page = await openText([{}], { html: `<p></p>${html}` });
  const id = page.bookmarks[0]?.id ?? "";
  const { texts } = page.library;
  const kept = vi.spyOn(texts, "setPlace");
  return {
    kept: () => kept.mock.calls.map(([of, { block }]) => [of === id, block]),
    /** Opens the text once more, left at a block. */
    leftAt: async (block: number) => {
      texts.setPlace(id, { block, beginning: `Block ${block}` });
      const scrolling = vi.spyOn(globalThis, "scrollTo");
      await showText(page, id);
      return scrolling.mock.calls;
    },
    leave: () => page.show(() => null),
  };
}

function scroll(top: number): void {
  scrollTo(0, top);
  dispatchEvent(new Event("scroll"));
}
const progress = () => document.querySelector<HTMLElement>(".reading-progress")?.style.getPropertyValue("scale");

it("a text begins at the block at which it was left, at once, below the bar of tools", async () => {
  const { leftAt } = await opens();
  expect(await leftAt(3)).toEqual([[{ top: TOP + 3 * BLOCK - BAR - 1, behavior: "instant" }]]);
});

it("what was scrolled before counts", async () => {
  const { leftAt } = await opens();
  scrollTo(0, 40);
  expect(await leftAt(3)).toEqual([[{ top: TOP + 3 * BLOCK - BAR - 1, behavior: "instant" }]]);
});

it("a text that was left at its first block begins with its heading", async () => {
  const { leftAt } = await opens();
  expect(await leftAt(0)).toEqual([]);
});

it("a text without blocks begins with its heading wherever it was left", async () => {
  const { leftAt } = await opens("x");
  expect([await leftAt(3), progress()]).toEqual([[], "0.4 1"]);
});

it("how much is read is shown at once, and while a person scrolls", async () => {
  await opens();
  expect(progress()).toBe("0.4 1");
  scroll(100);
  expect(progress()).toBe("0.5 1");
  scroll(2_000);
  expect(progress()).toBe("1 1");
  vi.stubGlobal("innerHeight", 100);
  scroll(0);
  expect(progress()).toBe("0 1");
});

it("the place is kept when a person has stopped to scroll", async () => {
  const { kept } = await opens();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
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
  expect(kept()).toEqual([
    [true, 1],
    [true, 2],
  ]);
});

it("the place is kept at once when the text is left, if it is another one, and no later one is", async () => {
  const { kept, leave } = await opens();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  scroll(TOP + 4 * BLOCK);
  await leave();
  expect(kept()).toEqual([[true, 4]]);
  scroll(0);
  vi.advanceTimersByTime(300);
  expect(kept()).toEqual([[true, 4]]);
});

it("the place is that of the text when another tab has chosen another language meanwhile", async () => {
  const { kept, leave } = await opens();
  const { value: initial } = preferences;
  onTestFinished(() => {
    preferences.value = initial;
  });
  await act(() => {
    preferences.value = { ...initial, language: "ja" };
  });
  scroll(TOP + 4 * BLOCK);
  await leave();
  expect(kept()).toEqual([[true, 4]]);
});

it("a text that was not scrolled has no other place when it is left", async () => {
  const { kept, leave } = await opens();
  await leave();
  expect(kept()).toEqual([]);
});
