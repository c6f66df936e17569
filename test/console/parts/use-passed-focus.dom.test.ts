// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { NetworkFailure } from "../../../client/index.ts";
import { DeckScreen } from "../../../console/slides/deck-screen.tsx";
import { SlidesScreen } from "../../../console/slides/slides-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { press } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { openBookmarks } from "../dom/bookmarks-page.ts";
import { apiOf, BOOKS, book, openBooks } from "../dom/books-page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { openText } from "../dom/reading-page.ts";
import { article, button, focused, hasButton, texts } from "../dom/shown.ts";
import { READY } from "../slides/a-deck.ts";

/** The person presses a button that has the focus. */
async function pressFocused(name: string, within?: HTMLElement): Promise<void> {
  button(name, within).focus();
  await press(name, within);
}

/** A page with a failed deck, `s-1`. */
async function withDeck() {
  const api = new ChangesApi();
  api.saveStock("https://speakerdeck.com/ada/birds", { ...READY, status: "failed" });
  return openPage([], api);
}

describe("the focus of a button that disappears goes to the heading of its item", () => {
  it("when a failed bookmark is fetched again", async () => {
    const page = await openBookmarks(["Wrens", { title: "Owls", status: "failed", can_retry: true }]);
    await pressFocused("Try again", article("Owls"));
    expect(focused()).toBe("Try again");
    page.api.change("b-1", { status: "saving" });
    await page.refresh();
    expect([hasButton("Try again", article("Owls")), focused()]).toEqual([false, "Owls"]);
  });

  it("when a failed deck is fetched again", async () => {
    const page = await withDeck();
    await page.open(SlidesScreen, "slides");
    await pressFocused("Try again");
    page.api.change("s-1", { status: "pending" });
    await page.refresh();
    expect([hasButton("Try again"), focused()]).toEqual([false, "Birds"]);
  });

  it("when the failed deck is shown by itself", async () => {
    const page = await withDeck();
    await page.open(DeckScreen, "slides/s-1", "slides/:id");
    await pressFocused("Try again");
    page.api.change("s-1", { status: "pending" });
    await page.refresh();
    expect([hasButton("Try again"), focused()]).toEqual([false, "Slides: Birds"]);
  });

  it("when a change that waits is cancelled", async () => {
    await openBookmarks(["Wrens", "Owls"], "bookmarks", () => [
      entryOf({ update: "bookmark", id: "b-1", body: { note: "new" } }),
    ]);
    await pressFocused("Cancel");
    expect([texts(".waiting-note"), focused()]).toEqual([[], "Owls"]);
  });
});

describe("the focus of a button outside of items goes to the heading before it", () => {
  it("which is an item's, when the next ones were read after a failure", async () => {
    const pages = paged("books", [book({ id: "1", title: "Owls" })], [book({ id: "2", title: "Wrens" })]);
    const api = apiOf([]).answer(BOOKS, pages);
    await openBooks(api);
    api.refuse(BOOKS, "no");
    await press("Show more");
    api.answer(BOOKS, pages);
    await pressFocused("Try again");
    expect([texts("article h2"), focused()]).toEqual([["Owls", "Wrens"], "Owls"]);
  });

  it("which is a section's, below a text that is read", async () => {
    const page = await openText([{}]);
    await act(async () => void (await page.queue.enqueue({ refresh: "bookmark", id: "b-1" })));
    await pressFocused("Cancel");
    expect([hasButton("Cancel"), focused()]).toEqual([false, "About this bookmark"]);
  });

  it("which is the screen's, when the changes can be fetched again", async () => {
    const page = await openBookmarks(["Owls"]);
    await page.setSync({ error: new NetworkFailure("connection", { attempts: 1, idempotencyKey: null }) });
    await pressFocused("Try again");
    await page.setSync({ error: null });
    expect([hasButton("Try again"), document.activeElement?.tagName]).toEqual([false, "H1"]);
  });

  it("which is the screen's, when a list shows all again", async () => {
    await openBookmarks(["Owls"], "bookmarks?q=wrens");
    await pressFocused("Show all");
    expect([texts("article h2"), document.activeElement?.tagName]).toEqual([["Owls"], "H1"]);
  });
});
