// @vitest-environment happy-dom
import { Fragment, h } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { BookmarksScreen } from "../../../../console/bookmarks/bookmarks-screen.tsx";
import { Shortcuts } from "../../../../console/frame/shortcuts.tsx";
import { ReadingScreen } from "../../../../console/reading/reading-screen.tsx";
import { DeckScreen } from "../../../../console/slides/deck-screen.tsx";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { press, pressKey, search, settled } from "../../dom/acts.ts";
import { BLOG, check, headings, openBookmarks } from "../../dom/bookmarks-page.ts";
import { entryOf, openPage } from "../../dom/page.ts";
import { openText, showText } from "../../dom/reading-page.ts";
import { article, button, focused, texts, told } from "../../dom/shown.ts";
import { READY } from "../../slides/a-deck.ts";

const OWLS = { title: "Owls", starred: true };
const WRENS = { title: "Wrens", unread: false };

/** What the filter offers, and which is chosen. */
const choices = () => texts(".mark-filter button");
const chosen = () => texts(".mark-filter [aria-pressed=true]");
/** The names of an item's marks: each says what a press does. */
const marks = (within: ParentNode = document) =>
  Array.from(within.querySelectorAll(".marks button"), ({ textContent }) => textContent);
const isRead = (title: string) => article(title).classList.contains("read");
const row = (title: string) => article(title).querySelector<HTMLElement>(".marks") as HTMLElement;

async function key(name: string): Promise<void> {
  await pressKey(name, document.body);
  await act(settled);
}

it("one press shows what is unread or has a star, of what else is asked for, with their numbers", async () => {
  await openBookmarks([OWLS, WRENS, "Cats"], "bookmarks", () => [
    entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks` } }),
  ]);
  expect([choices(), chosen()]).toEqual([["All 4", "Unread 3", "Starred 1"], ["All 4"]]);
  await press("Unread 3");
  expect([headings(), chosen()]).toEqual([["blog.example/ducks", "Owls", "Cats"], ["Unread 3"]]);
  expect(location.search).toBe("?mark=unread");
  await search("owl");
  expect([headings(), choices()]).toEqual([["Owls"], ["All 1", "Unread 1", "Starred 1"]]);
  await search("wren");
  expect([headings(), texts(".empty-state .empty")]).toEqual([[], ["No bookmarks match the search and the filters."]]);
  await press("All 1");
  expect([headings(), location.search]).toEqual([["Wrens"], "?q=wren"]);
});

it("says that nothing is unread, or has a star", async () => {
  await openBookmarks([WRENS], "bookmarks?mark=unread");
  expect([headings(), texts(".empty-state .empty")]).toEqual([[], ["Nothing here is unread."]]);
  await press("Starred 0");
  expect(texts(".empty-state .empty")).toEqual(["Nothing here has a star."]);
});

it("one press marks an item, with Undo, and nothing is shown to wait unless it can't be sent", async () => {
  const page = await openBookmarks([OWLS, WRENS]);
  expect(marks(row("Owls"))).toEqual(["Mark as read", "Remove star"]);
  expect([marks(row("Wrens")), isRead("Owls"), isRead("Wrens")]).toEqual([["Mark as unread", "Star"], false, true]);
  await press("Mark as read", row("Owls"));
  expect([isRead("Owls"), told()]).toEqual([true, "Marked as read: OwlsUndo"]);
  expect(choices()).toEqual(["All 2", "Unread 0", "Starred 1"]);
  await press("Undo");
  expect([isRead("Owls"), told(), await page.intents()]).toEqual([false, "The marks are as they were before.", []]);
  await press("Star", row("Wrens"));
  expect([told(), texts(".waiting-note")]).toEqual(["Starred: WrensUndo", []]);
  expect(await page.intents()).toEqual([{ update: "bookmark", id: "b-1", body: { starred: true } }]);
});

it("a mark that could not be sent is shown to wait", async () => {
  const lastError = { status: null, code: "connection", message: "no", at: new Date().toISOString() };
  await openBookmarks(["Owls"], "bookmarks", () => [
    entryOf({ update: "bookmark", id: "b-1", body: { starred: true } }, { attempts: 1, lastError }),
    entryOf({ update: "bookmark", id: "b-1", body: { starred: true, note: "new" } }),
  ]);
  expect([texts(".waiting-note").length, marks(row("Owls"))]).toEqual([2, ["Mark as read", "Remove star"]]);
});

it("an item that leaves the list by it passes the focus on", async () => {
  await openBookmarks(["Owls", "Wrens"], "bookmarks?mark=unread");
  await press("Mark as read", row("Owls"));
  expect([headings(), focused()]).toEqual([["Wrens"], "Wrens"]);
});

it("an item of a copy of the last release is unread without a star", async () => {
  const page = await openBookmarks([{ title: "Owls", unread: undefined, starred: undefined } as never]);
  expect([choices(), marks(row("Owls"))]).toEqual([
    ["All 1", "Unread 1", "Starred 0"],
    ["Mark as read", "Star"],
  ]);
  await press("Mark as read", row("Owls"));
  expect(await page.intents()).toEqual([{ update: "bookmark", id: "b-1", body: { unread: false } }]);
});

it("m and s mark the item with the focus, and the one of a screen", async () => {
  const page = await openBookmarks(["Owls", "Wrens"]);
  await page.open(() => h(Fragment, {}, h(BookmarksScreen, {}), h(Shortcuts, {})), "bookmarks");
  await key("s");
  expect(await page.intents()).toEqual([]);
  for (const each of ["j", "j", "s", "m"]) await key(each);
  expect(await page.intents()).toEqual([
    { update: "bookmark", id: "b-1", body: { starred: true } },
    { update: "bookmark", id: "b-1", body: { unread: false } },
  ]);
  await page.open(() => h(Fragment, {}, h(ReadingScreen, {}), h(Shortcuts, {})), "bookmarks/b-2", "bookmarks/:id");
  await key("m");
  expect((await page.intents())[2]).toEqual({ update: "bookmark", id: "b-2", body: { unread: false } });
});

it("the selected ones are marked together, those that need it, with one Undo", async () => {
  const page = await openBookmarks([OWLS, WRENS, "Cats"]);
  await press("Select");
  const selection = document.querySelector<HTMLElement>('section[aria-label="Selection"]') as HTMLElement;
  for (const title of ["Owls", "Wrens", "Cats"]) await check(title);
  await press("Mark as read", selection);
  expect([told(), choices()]).toEqual(["Marked as read: 2 itemsUndo", ["All 3", "Unread 0", "Starred 1"]]);
  expect(button("Mark as unread", selection).getAttribute("aria-disabled")).toBe("false");
  await press("Undo");
  expect([await page.intents(), choices()[1]]).toEqual([[], "Unread 2"]);
  await check("Cats");
  await press("Star", selection);
  expect(told()).toBe("Starred: WrensUndo");
  await press("Remove star", selection);
  expect(told()).toBe("Star removed: 2 itemsUndo");
});

it("a deck is marked in the viewer, which keeps its neighbours in the list of the unread ones", async () => {
  const api = new ChangesApi();
  for (const title of ["Geese", "Ducks"]) api.saveStock(`https://speakerdeck.com/ada/${title}`, { ...READY, title });
  const page = await openPage([], api);
  await page.open(DeckScreen, "slides/s-1?mark=unread", "slides/:id");
  await press("Mark as read");
  expect(await page.intents()).toEqual([{ update: "stock", id: "s-1", body: { unread: false } }]);
  expect(document.querySelector("[rel=prev]")?.getAttribute("href")).toBe("/app/slides/s-2?mark=unread");
});

it("a text that is read keeps its neighbours in the list of the unread ones", async () => {
  const page = await openText([OWLS, WRENS, { title: "Ravens" }], {}, "?mark=unread");
  const next = () => document.querySelector("[rel=next]")?.textContent;
  expect(next()).toBe("Next Ravens");
  await press("Mark as read");
  expect([marks(), next()]).toEqual([["Mark as unread", "Remove star"], "Next Ravens"]);
  await showText(page, page.bookmarks[2]?.id ?? "", "?mark=unread");
  expect(document.querySelector("[rel=prev]")).toBeNull();
});
