// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => localStorage.clear());
// The module that has read these choices is not the one of the next file.
afterEach(() => vi.resetModules());

/** What a page that was just loaded knows of this device. */
async function opened() {
  vi.resetModules();
  const { preferences } = await import("../../../console/device/preferences.ts");
  const { isDeviceFull } = await import("../../../console/device/keep-item.ts");
  return { ...preferences.value, isFull: isDeviceFull.value };
}

it("a page starts with the defaults, or with what was chosen on this device before", async () => {
  const defaults = {
    ...{ language: null, theme: null, shortcuts: true, images: false, keptTexts: "200", sort: "newest" },
    ...{ listView: "rows", deckView: "rows", bookView: "covers", trendInterval: "week", trendMonths: 3 },
    ...{ textSize: "medium", typeface: "serif", paper: null, isFull: false },
  };
  expect(await opened()).toEqual(defaults);
  localStorage.setItem("magpie-preferences", '{"theme":"dark","sort":"title"}');
  expect(await opened()).toEqual({ ...defaults, theme: "dark", sort: "title" });
});
