// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NewQueueEntry, Stock } from "../../../client/index.ts";
import { storedPlace, storePlace } from "../../../console/parts/place/list-place.ts";
import { DeckScreen } from "../../../console/slides/deck-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { fill, goOffline, press, settled } from "../dom/acts.ts";
import { edit } from "../dom/bookmarks-page.ts";
import { links } from "../dom/contents.ts";
import { emptyFrames } from "../dom/frames.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { button, dialog, focused, hasButton, referred, textBox, texts, told } from "../dom/shown.ts";
import { READY } from "./a-deck.ts";

const BIRDS = "https://speakerdeck.com/ada/birds";
let page: Page;

emptyFrames();

/** The screen of the deck `s-1`, with what waits of it. */
async function shows(fields: Partial<Stock> = {}, entries: readonly NewQueueEntry[] = []): Promise<void> {
  const api = new ChangesApi();
  api.saveStock(BIRDS, { ...READY, ...fields });
  page = await openPage(entries, api);
  await page.show(DeckScreen, "slides/s-1", "slides/:id");
  await act(settled);
}

const addresses = () => links("main").map(([, address]) => address);
const frame = () => document.querySelector("iframe");
const key = async (name: string, options: KeyboardEventInit = {}) => {
  await act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true, ...options })));
  await act(settled);
};

describe("the screen of a deck", () => {
  it("shows its picture, what is known of it, and what waits", async () => {
    const waiting = entryOf({ update: "stock", id: "s-1", body: { memo: "soon" } });
    await shows({ memo: "For the talk", thumbnail_url: "https://site.example/i/a-1" }, [waiting]);
    expect([texts("h1"), texts("h2")]).toEqual([["Birds"], ["Slides: Birds"]]);
    expect(document.querySelector(".stage img")?.getAttribute("src")).toBe("/i/a-1");
    expect([texts(".facts > :first-child")[0], texts(".memo")]).toEqual(["Ready", ["soon"]]);
    expect(texts(".waiting-note .facts > :first-child")).toEqual(["Change waiting to be sent"]);
    expect(addresses()).toEqual(["/app/slides", BIRDS]);
    expect(referred(document.querySelector("article"), "aria-labelledby")).toBe("Slides: Birds");
    const buttons = ["Edit", "Fetch again", "Delete", "Cancel", "Show slides"].map((name) => button(name));
    expect(new Set(buttons.map((each) => referred(each, "aria-describedby")))).toEqual(new Set(["Slides: Birds"]));
    await edit();
    expect(dialog().closest("[popover]")).toBeNull();
  });

  it("puts the provider's player in place of the picture when the person wants it, and gives it the focus", async () => {
    await shows();
    expect(frame()).toBeNull();
    expect(texts(".stage-note")).toEqual(["The slides load from their own site, which can see that you view them."]);
    await press("Show slides");
    expect(["src", "title", "sandbox", "allow", "referrerpolicy"].map((name) => frame()?.getAttribute(name))).toEqual([
      READY.embed_url,
      "Slides: Birds",
      "allow-scripts allow-same-origin allow-presentation",
      "fullscreen",
      "no-referrer",
    ]);
    expect([document.activeElement, hasButton("Show slides")]).toEqual([frame(), false]);
    expect(texts(".stage-note")).toEqual([
      "While the slides have the focus, keys turn them. Shift + Tab returns to this page.",
    ]);
  });

  it("says of Google's that they may not be public", async () => {
    const canonical_url = "https://docs.google.com/presentation/d/1abcdefghijklmnopqrstuvwxyz0";
    await shows({ provider: "google_slides", canonical_url, embed_url: `${canonical_url}/embed` });
    await press("Show slides");
    expect(texts(".stage-note")[0]).toMatch(/Does Google ask for a sign-in\?/);
    expect(links(".stage-note")).toEqual([["Open at Google", canonical_url]]);
  });

  it.each([
    [{ status: "pending" }, "Fetching the title and player.", []],
    [{ status: "failed" }, "The site's answer could not be read (unknown). Try again later.", ["Try again"]],
    [{ embed_url: "https://speakerdeck.com/player/x" }, "This deck has no player. Open it at its site.", []],
  ] as const)("says why there are no slides to show: %o", async (fields, why, buttons) => {
    await shows(fields);
    expect([hasButton("Show slides"), texts(".stage p"), texts(".stage button")]).toEqual([false, [why], buttons]);
    expect(texts(".stage a")).toEqual(why.startsWith("Fetching") ? [] : ["Open at Speaker Deck"]);
  });

  it("says that the connection is lost until it is back; shown slides stay", async () => {
    await shows();
    await goOffline();
    expect(texts(".stage p")).toEqual(["The slides load from their own site, and there is no connection."]);
    expect([texts(".stage a"), hasButton("Show slides")]).toEqual([["Open at Speaker Deck"], false]);
    await goOffline(false);
    await press("Show slides");
    await goOffline();
    expect(frame()).not.toBeNull();
  });

  it("deletes the deck with Undo, and goes to the list", async () => {
    await shows();
    await press("Delete");
    expect([await page.intents(), location.pathname]).toEqual([[{ delete: "stock", id: "s-1" }], "/app/slides"]);
    expect(told()).toBe("Deleted: BirdsUndo");
  });

  it("follows changes that come from elsewhere", async () => {
    await shows({ status: "pending", title: null });
    expect(texts("h1")).toEqual(["speakerdeck.com/ada/birds"]);
    page.api.change("s-1", { title: "Birds" });
    await page.refresh();
    expect(texts("h1")).toEqual(["Birds"]);
    page.api.delete("s-1");
    await page.refresh();
    expect([texts("h1"), addresses()]).toEqual([["Deck"], ["/app/slides"]]);
    expect(texts(".empty")).toEqual(["This deck is not on this device. It may have been deleted."]);
  });

  it("keeps what is written about a deck that is deleted elsewhere", async () => {
    await shows();
    await edit();
    await fill("Note", "new");
    page.api.delete("s-1");
    await page.refresh();
    expect([texts("h1"), textBox("Note").value]).toEqual([["Deck"], "new"]);
    await press("Save", dialog());
    expect(await page.intents()).toEqual([{ update: "stock", id: "s-1", body: { memo: "new" } }]);
  });

  it("does not say that a deck is missing while not all of them are on the device", async () => {
    page = await openPage();
    await page.setSync({ isWhole: false });
    await page.show(DeckScreen, "slides/s-1", "slides/:id");
    const viewers = () => document.querySelectorAll(".viewer:has(> .skeleton)").length;
    expect([texts(".empty"), texts("p[role=status]"), viewers()]).toEqual([[], ["Loading…"], 1]);
    await goOffline();
    await page.setSync({ isRead: false });
    expect([texts(".empty"), viewers()]).toEqual([[], 1]);
    await page.setSync({ isRead: true });
    expect([texts(".empty"), document.querySelector(".viewer, .skeleton")]).toEqual([
      ["This deck is not on this device yet. It will be fetched when there is a connection."],
      null,
    ]);
  });
});

describe("the decks before and after one", () => {
  const LIST = "/app/slides?tag=talk";
  /** The newest first: Birds s-4, Owls s-3, Cats s-2 without the tag, Wrens s-1. */
  beforeEach(async () => {
    const api = new ChangesApi();
    const save = (title: string, tags: string[]) =>
      api.saveStock(`https://speakerdeck.com/ada/${title}`, { ...READY, title, tags });
    save("Wrens", ["talk"]);
    save("Cats", []);
    save("Owls", ["talk"]);
    save("Birds", ["talk"]);
    page = await openPage([], api);
    const focused = "/app/slides/s-4?tag=talk";
    storePlace("/app/slides", { address: LIST, shown: 1, top: null, focused, selected: null });
    await page.show(DeckScreen, "slides/s-4?tag=talk", "slides/:id");
    await act(settled);
  });
  const neighbours = () => texts("nav a");
  const place = () => location.pathname + location.search;

  it("are those of the list from which it was opened", async () => {
    expect([neighbours(), texts("nav .quiet"), addresses()[0]]).toEqual([["Next: Owls"], ["Deck 1 of 3"], LIST]);
    await act(() => document.querySelector<HTMLElement>("a[rel=next]")?.click());
    await act(settled);
    expect([neighbours(), texts("nav .quiet")]).toEqual([["Previous: Birds", "Next: Wrens"], ["Deck 2 of 3"]]);
    expect([texts("h1"), focused()]).toEqual([["Owls"], "Owls"]);
  });

  it("come with the arrow keys, each with its picture first; Escape goes to the list", async () => {
    await press("Show slides");
    (document.activeElement as HTMLElement).blur();
    await key("ArrowRight");
    expect([texts("h1"), frame()]).toEqual([["Owls"], null]);
    await key("ArrowRight");
    await key("ArrowRight");
    expect(texts("h1")).toEqual(["Wrens"]);
    await key("ArrowLeft");
    expect(texts("h1")).toEqual(["Owls"]);
    for (const other of [{ altKey: true }, { isComposing: true }, { keyCode: 229 }]) await key("ArrowLeft", other);
    expect(place()).toBe("/app/slides/s-3?tag=talk");
    await key("Escape");
    expect(place()).toBe(LIST);
  });

  it("stay where they are while a player or a dialog has the keys", async () => {
    await press("Show slides");
    await key("ArrowRight");
    (document.activeElement as HTMLElement).blur();
    await edit();
    await key("Escape");
    expect(place()).toBe("/app/slides/s-4?tag=talk");
  });

  it("are where the list goes on, when the person comes back to it", async () => {
    expect(storedPlace("/app/slides")).toMatchObject({ shown: 1, focused: "/app/slides/s-4?tag=talk", top: null });
    await key("ArrowRight");
    const item = "/app/slides/s-3?tag=talk";
    expect(storedPlace("/app/slides")).toMatchObject({ address: LIST, shown: 2, focused: item, top: { item } });
  });
});

describe("the whole screen", () => {
  let full: Element | null = null;
  beforeEach(() => {
    full = null;
    const turn = (to: Element | null) => async () => {
      full = to;
      document.dispatchEvent(new Event("fullscreenchange"));
    };
    Object.defineProperties(document, {
      fullscreenEnabled: { configurable: true, value: true },
      fullscreenElement: { configurable: true, get: () => full },
      exitFullscreen: { configurable: true, value: turn(null) },
    });
    document.documentElement.requestFullscreen = turn(document.documentElement);
  });
  afterEach(() => {
    for (const name of ["fullscreenEnabled", "fullscreenElement", "exitFullscreen"])
      Reflect.deleteProperty(document, name);
  });

  it("is given to the page and taken back by a button, and by Escape before that goes to the list", async () => {
    await shows();
    await press("Full screen");
    expect(full).toBe(document.documentElement);
    await press("Exit full screen");
    expect(full).toBeNull();
    await press("Full screen");
    await key("Escape");
    expect([full, location.pathname, hasButton("Full screen")]).toEqual([null, "/app/slides/s-1", true]);
  });

  it("is taken back when the screen is left, and has no button where the browser lacks the feature", async () => {
    await shows();
    await press("Full screen");
    await page.show(() => null);
    expect(full).toBeNull();
    Object.defineProperty(document, "fullscreenEnabled", { configurable: true, value: false });
    await shows();
    expect(hasButton("Full screen")).toBe(false);
  });
});
