// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { useLocation } from "preact-iso/router";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NetworkFailureKind, SyncState } from "../../../client/index.ts";
import { NetworkFailure } from "../../../client/index.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { choose } from "../../../console/device/preferences.ts";
import { ImagesButton, OutsideImage } from "../../../console/parts/outside-image.tsx";
import { SyncNote } from "../../../console/parts/queries/sync-note.tsx";
import { SafeLink } from "../../../console/parts/safe-link.tsx";
import { saveFile } from "../../../console/parts/save-file.ts";
import { StatusChip } from "../../../console/parts/status-chip.tsx";
import { Wide } from "../../../console/parts/tables/wide.tsx";
import type { Tab } from "../../../console/parts/tabs.tsx";
import { Tabs } from "../../../console/parts/tabs.tsx";
import { useNow, useToday } from "../../../console/parts/use-now.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { goOffline, press, pressKey } from "../dom/acts.ts";
import { main } from "../dom/contents.ts";
import { openPage } from "../dom/page.ts";
import { button, failed, focused, hasButton, texts } from "../dom/shown.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const noAnswer = (kind: NetworkFailureKind) => new NetworkFailure(kind, { attempts: 1, idempotencyKey: null });

describe("a link to another site", () => {
  it("opens a new tab that learns nothing of this page", async () => {
    await (await openPage()).show(() =>
      h(SafeLink, { url: "https://blog.example", describedBy: "owls", children: "The page" }),
    );
    const link = main().querySelector("a");
    expect([link?.href, link?.target, link?.textContent]).toEqual(["https://blog.example/", "_blank", "The page"]);
    expect(link?.rel.split(" ").sort()).toEqual(["noopener", "noreferrer"]);
    expect(link?.getAttribute("aria-describedby")).toBe("owls");
  });

  it("is text when the address is no web address", async () => {
    await (await openPage()).show(() => h(SafeLink, { url: "javascript:alert(1)", children: "The page" }));
    expect([main().querySelector("a"), main().textContent]).toEqual([null, "The page"]);
  });
});

describe("an image of another site", () => {
  const shows = async (url: string | null) => {
    const image = () => h("div", {}, h(ImagesButton, {}), h(OutsideImage, { url, width: 40, height: 30 }));
    await (await openPage()).show(image);
  };
  const image = () => main().querySelector("img");

  it("is loaded when the person wants it, without telling the page's address", async () => {
    await shows("https://blog.example/owl.png");
    expect(image()).toBeNull();
    expect(button("Show images").title).toContain("can then see that you viewed them");
    await press("Show images");
    expect([image()?.src, image()?.getAttribute("alt"), image()?.getAttribute("referrerpolicy")]).toEqual([
      "https://blog.example/owl.png",
      "",
      "no-referrer",
    ]);
    expect([image()?.getAttribute("loading"), image()?.width, image()?.height]).toEqual(["lazy", 40, 30]);
    await press("Hide images");
    expect([image(), hasButton("Show images")]).toEqual([null, true]);
  });

  it("leaves no gap when it can't be loaded", async () => {
    choose({ images: true });
    await shows("https://blog.example/owl.png");
    await act(() => void image()?.dispatchEvent(new Event("error")));
    expect(image()).toBeNull();
  });

  it.each([null, "http://blog.example/owl.png", "owl.png", "data:image/png;base64,x"])(
    "is not loaded from %s",
    async (url) => {
      choose({ images: true });
      await shows(url);
      expect(image()).toBeNull();
    },
  );
});

describe("the note on what is not on the device", () => {
  const shows = async (state: Partial<SyncState>, type: "bookmark" | "stock" = "bookmark") => {
    const api = new ChangesApi();
    api.saveBookmark("https://blog.example/owls");
    const page = await openPage([], api);
    await page.setSync(state);
    await page.show(() => h(SyncNote, { type }));
    return page;
  };

  it("says nothing when all is well, when all is here without a connection, or while the device is read", async () => {
    await shows({});
    expect(main().textContent).toBe("");
    for (const state of [{ error: noAnswer("connection") }, { isRead: false, isWhole: false }]) {
      isOffline.value = true;
      await shows(state);
      expect(main().textContent).toBe("");
    }
  });

  it("says how many are here so far, of each type, and that the others need a connection", async () => {
    await shows({ isWhole: false });
    expect(main().textContent).toBe("Fetching your bookmarks: 1 so far.");
    await shows({ isWhole: false }, "stock");
    expect(main().textContent).toBe("Fetching your decks: 0 so far.");
    await goOffline();
    expect(main().textContent).toContain("Your decks are not on this device yet. They are fetched");
    await shows({ isWhole: false });
    expect(main().textContent).toContain("Not all of your bookmarks are on this device yet. The others are fetched");
  });

  it("says why the look for changes has failed, and looks again once for each attempt", async () => {
    const page = await shows({ error: noAnswer("connection") });
    expect(texts("main p")[0]).toContain("There is no connection to Magpie.");
    const looked = Promise.withResolvers<never>();
    const refresh = vi.spyOn(page.library.synced, "refresh").mockReturnValue(looked.promise);
    await press("Try again");
    await press("Try again");
    expect([refresh.mock.calls.length, button("Try again").getAttribute("aria-disabled")]).toEqual([1, "true"]);
    looked.reject(noAnswer("timeout"));
    await expect.poll(failed).toBe("Magpie did not answer in time. Try again in a moment.");
    expect(button("Try again").getAttribute("aria-disabled")).toBe("false");
  });
});

describe("tabs", () => {
  const tabs = ["one", "two", "three"].map((name) => ({ path: `/app/${name}`, label: name }));
  const Screen = () =>
    h(Tabs, { label: "Views", tabs, current: useLocation().path, children: `View ${useLocation().path}` });
  const tab = (name: string) =>
    Array.from(main().querySelectorAll<HTMLAnchorElement>("[role=tab]")).find((each) => each.textContent === name);
  const type = async (key: string) => !(await pressKey(key, document.activeElement));

  it("tell which is open, and that the view is its own; only it is in the order of tabs", async () => {
    await (await openPage()).show(Screen, "two");
    expect(main().querySelector("[role=tablist]")?.getAttribute("aria-label")).toBe("Views");
    const state = (name: string) => [tab(name)?.getAttribute("aria-selected"), tab(name)?.tabIndex];
    expect([state("one"), state("two"), state("three")]).toEqual([
      ["false", -1],
      ["true", 0],
      ["false", -1],
    ]);
    const view = main().querySelector("[role=tabpanel]");
    expect([view?.textContent, view?.getAttribute("aria-labelledby")]).toEqual(["View /app/two", tab("two")?.id]);
    expect(tab("two")?.getAttribute("aria-controls")).toEqual(view?.id);
    expect(tab("one")?.hasAttribute("aria-controls")).toBe(false);
  });

  it("show the open one in a narrow window", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    await (await openPage()).show(Screen, "two");
    await act(() => tab("three")?.click());
    expect(scrolled.mock.contexts.map((each) => (each as Element).textContent)).toEqual(["two", "three"]);
    expect(scrolled).toHaveBeenCalledWith({ block: "nearest", inline: "nearest", behavior: "instant" });
  });

  it("show how many items need attention, and all of the open one when that makes it longer", async () => {
    const waiting = signal<Tab["waiting"]>(null);
    const four = () => ({ path: "/app/four", label: "four", waiting: waiting.value });
    await (await openPage()).show(() =>
      h(Tabs, { label: "Views", tabs: [...tabs, four()], current: "/app/four", children: null }),
    );
    expect(texts("[role=tab]")).toEqual(["one", "two", "three", "four"]);
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    await act(() => {
      waiting.value = { count: "3", words: "unread" };
    });
    expect(scrolled.mock.contexts.map((each) => (each as Element).textContent)).toEqual(["four 3 unread"]);
  });

  it("move the focus by the arrow keys, Home and End, round the ends, and open none by that", async () => {
    await (await openPage()).show(Screen, "one");
    tab("one")?.focus();
    for (const [key, name] of [
      ["ArrowLeft", "three"],
      ["ArrowRight", "one"],
      ["ArrowRight", "two"],
      ["End", "three"],
      ["Home", "one"],
    ] as const) {
      expect([await type(key), focused()]).toEqual([true, name]);
    }
    expect(location.pathname).toBe("/app/one");
  });

  it("open by the space bar, and leave other keys to the browser", async () => {
    await (await openPage()).show(Screen, "one");
    tab("two")?.focus();
    expect([await type("x"), focused()]).toEqual([false, "two"]);
    expect([await type(" "), location.pathname]).toEqual([true, "/app/two"]);
  });

  it("ignore keys while something else has the focus", async () => {
    await (await openPage()).show(Screen, "one");
    const list = main().querySelector("[role=tablist]");
    for (const key of [" ", "ArrowRight", "End"]) {
      expect([await pressKey(key, list), document.activeElement]).toEqual([true, document.body]);
    }
    expect(location.pathname).toBe("/app/one");
  });
});

it("a status is in words, whatever its colour", async () => {
  for (const [tone, look] of [
    ["plain", "chip"],
    ["bad", "chip bad"],
  ] as const) {
    await (await openPage()).show(() => h(StatusChip, { text: "Failed", tone }));
    expect([main().textContent, main().querySelector("span")?.className]).toEqual(["Failed", look]);
  }
});

it("ages are shown again every half minute, until the screen goes", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z"), toFake: ["Date", "setInterval", "clearInterval"] });
  const page = await openPage();
  await page.show(() => h("p", {}, useNow().toISOString()));
  await act(() => void vi.advanceTimersByTime(29_999));
  expect(main().textContent).toBe("2026-11-23T12:00:00.000Z");
  await act(() => void vi.advanceTimersByTime(1));
  expect(main().textContent).toBe("2026-11-23T12:00:30.000Z");
  const timers = vi.getTimerCount();
  await page.show(() => null);
  expect(vi.getTimerCount()).toBe(timers - 1);
});

it("the day becomes another one at midnight, and is the same time until then", async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 23, 59), toFake: ["Date", "setInterval", "clearInterval"] });
  await (await openPage()).show(() => h("p", {}, useToday().toTimeString().slice(0, 8)));
  await act(() => void vi.advanceTimersByTime(30_000));
  expect(main().textContent).toBe("23:59:00");
  await act(() => void vi.advanceTimersByTime(30_000));
  expect(main().textContent).toBe("00:00:00");
});

it("what is wider than the screen can be scrolled by keyboard, and has a name", async () => {
  await (await openPage()).show(() => h(Wide, { label: "Runs", children: "A table" }));
  const wide = main().querySelector<HTMLElement>("section");
  expect([wide?.tabIndex, wide?.getAttribute("aria-label"), wide?.textContent]).toEqual([0, "Runs", "A table"]);
});

it("a file is given to the browser by its name, and held until the browser has read it", () => {
  vi.useFakeTimers();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  saveFile("owls.json", new Blob(["{}"]));
  expect(clicked).toEqual(["owls.json blob:file"]);
  vi.advanceTimersByTime(59_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(revoked).toHaveBeenCalledExactlyOnceWith("blob:file");
});
