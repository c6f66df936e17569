// @vitest-environment happy-dom
import type { Signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { NewQueueEntry, Stock, SyncState } from "../../../client/index.ts";
import { DeckScreen } from "../../../console/slides/deck-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { emptyFrames } from "../dom/frames.ts";
import type { Page } from "../dom/page.ts";
import { button, entryOf, openPage, press, referred, settled, texts, told } from "../dom/page.ts";
import { READY } from "./a-deck.ts";

const BIRDS = "https://speakerdeck.com/ada/birds";
let page: Page;

emptyFrames();

async function shows(
  fields: Partial<Stock> = {},
  entries: (id: string) => readonly NewQueueEntry[] = () => [],
): Promise<Stock> {
  const api = new ChangesApi();
  const deck = api.saveStock(BIRDS, { ...READY, ...fields });
  page = await openPage(entries(deck.id), api);
  await page.show(DeckScreen, `slides/${deck.id}`, "slides/:id");
  await act(settled);
  return deck;
}

const links = () => Array.from(document.querySelectorAll("main a"), (link) => link.getAttribute("href"));

describe("the screen of a deck", () => {
  it("shows its slides, what is known of it, and what waits", async () => {
    await shows({ memo: "For the talk" }, (id) => [entryOf({ update: "stock", id, body: { memo: "soon" } })]);
    expect([texts("h1"), texts("h2"), document.querySelector("iframe")?.src]).toEqual([
      ["Birds"],
      ["Slides: Birds"],
      READY.embed_url,
    ]);
    expect([texts(".facts > :first-child")[0], texts(".memo")]).toEqual(["Ready", ["soon"]]);
    expect(texts(".waiting-note .facts > :first-child")).toEqual(["The change waits to be sent"]);
    expect(links()).toEqual([BIRDS, "/app/slides"]);
    expect(texts(".actions a")).toEqual(["Open at Speaker Deck"]);
    expect(referred(document.querySelector("article"), "aria-labelledby")).toBe("Slides: Birds");
    for (const name of ["Edit", "Fetch again", "Delete", "Cancel"]) {
      expect(referred(button(name), "aria-describedby")).toBe("Slides: Birds");
    }
  });

  it("shows no slides before they are ready", async () => {
    await shows({ status: "pending" });
    expect([document.querySelector("iframe"), texts("p.quiet")]).toEqual([
      null,
      ["Title and player are being fetched."],
    ]);
  });

  it("deletes the deck with Undo, and goes to the list", async () => {
    const { id } = await shows();
    await press("Delete");
    expect([await page.intents(), location.pathname, told()]).toEqual([
      [{ delete: "stock", id }],
      "/app/slides",
      "Deleted: BirdsUndo",
    ]);
  });

  it("follows changes that come from elsewhere", async () => {
    const { id } = await shows({ status: "pending", title: null });
    expect(texts("h1")).toEqual(["speakerdeck.com/ada/birds"]);
    page.api.change(id, { title: "Birds" });
    await act(async () => void (await page.library.synced.refresh()));
    expect(texts("h1")).toEqual(["Birds"]);
    page.api.delete(id);
    await act(async () => void (await page.library.synced.refresh()));
    expect([texts("h1"), texts(".empty"), links()]).toEqual([
      ["Slides"],
      ["This deck is not on this device. It may have been deleted, or is not loaded yet."],
      ["/app/slides"],
    ]);
  });

  it("does not say that a deck is missing while not all of them are on the device", async () => {
    page = await openPage();
    const state = page.library.state as Signal<SyncState>;
    state.value = { ...state.value, isWhole: false };
    await page.show(DeckScreen, "slides/s-1", "slides/:id");
    expect([texts(".empty"), texts("p.quiet")]).toEqual([[], ["Your decks are being fetched: 0 so far."]]);
  });
});
