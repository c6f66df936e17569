// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BookmarksScreen } from "../../../console/bookmarks/bookmarks-screen.tsx";
import { fill, goOffline, loaded, press, search, select, settled } from "../dom/acts.ts";
import { BLOG, edit, headings, openBookmarks } from "../dom/bookmarks-page.ts";
import { links } from "../dom/contents.ts";
import type { Page } from "../dom/page.ts";
import { entryOf } from "../dom/page.ts";
import { article, button, dialog, focused, hasButton, selectBox, textBox, texts, told } from "../dom/shown.ts";

let page: Page;

afterEach(() => void vi.restoreAllMocks());

const amount = () => texts(".list-bar > .grow [role=status]");
/** The search of the page is being prepared, which ends when the function is called. */
function preparing(): () => Promise<void> {
  const { synced } = page.library;
  const isPrepared = vi.spyOn(synced, "isPrepared", "get").mockReturnValue(false);
  const prepared = Promise.withResolvers<void>();
  vi.spyOn(synced, "prepare").mockReturnValue(prepared.promise);
  return async () => {
    isPrepared.mockReturnValue(true);
    await act(async () => {
      prepared.resolve();
      await settled();
    });
  };
}

describe("a bookmark of the list", () => {
  it("leads by its title to its text, which is read as one of the list as it is", async () => {
    await openBookmarks([{ title: "Owls", tags: ["birds"] }], "bookmarks?tag=birds");
    expect(links("article h2")).toEqual([["Owls", "/app/bookmarks/b-1/read?tag=birds"]]);
  });

  it("says since when its page is gone, and whether there is a copy", async () => {
    const gone_at = "2024-05-12T11:30:00.000Z";
    page = await openBookmarks([
      { title: "Owls", gone_at, words: 4, read_at: "2024-05-01T11:30:00.000Z" },
      { title: "Wrens", gone_at },
    ]);
    // A phone shows the first of the facts.
    const said = ["Owls", "Wrens"].map((title) => article(title).querySelector(".facts time")?.textContent);
    expect(said).toEqual(["gone since 12 May 2024; your copy is here", "gone since 12 May 2024"]);
  });

  it("shows the small copies of its pictures only", async () => {
    const site = "https://site.example";
    const pictures = { icon_url: `${site}/i/a-1`, image_url: `${site}/i/a-2`, thumbnail_url: `${site}/i/a-3` };
    page = await openBookmarks([{ title: "Owls", ...pictures }]);
    const images = Array.from(document.querySelectorAll("article img"), (image) => image.getAttribute("src"));
    expect(images).toEqual(["/i/a-1", "/i/a-3"]);
  });

  it("shows its state, its page, why it was not read, and what waits", async () => {
    page = await openBookmarks(
      [
        { title: "Owls", summary: "They hoot.", note: "my note", tags: ["birds"], language: "en" },
        { title: "Wrens", status: "failed", error_code: "private", can_retry: true },
        { title: "Ravens", status: "failed", error_code: "gone", can_retry: false },
        { title: "Hens", status: "processing", language: null },
      ],
      "bookmarks",
      () => [entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks`, note: "soon" } })],
    );
    expect(headings()).toEqual(["blog.example/ducks", "Owls", "Wrens", "Ravens", "Hens"]);
    const facts = (title: string) => article(title).querySelector(".facts")?.textContent;
    expect(facts("Owls")).toMatch(/^Done/);
    expect(texts("article .excerpt")).toEqual([]);
    const languages = Array.from(document.querySelectorAll("article h2"), (heading) => heading.getAttribute("lang"));
    expect([languages[0], languages[1], languages[4]]).toEqual(["", "en", ""]);
    expect(article("Owls").querySelector(".tags a")?.getAttribute("href")).toBe("/app/bookmarks?tag=birds");
    expect(article("Owls").querySelector("h2 a")?.getAttribute("href")).toMatch(/^\/app\/bookmarks\/b-\d+\/read$/);
    expect(article("Wrens").querySelector(".facts > .failure")?.textContent).toBe("The page requires a login.");
    const offer = (name: string) => texts("article h2").filter((title) => hasButton(name, article(title)));
    expect([offer("Try again"), offer("Cancel")]).toEqual([["Wrens"], ["blog.example/ducks"]]);
    expect([offer("Edit"), article("Owls").querySelector(".failure")]).toEqual([headings().slice(1), null]);
    const isOff = (title: string) => button("Fetch again", article(title)).getAttribute("aria-disabled");
    expect(["Owls", "Wrens", "Hens"].map(isOff)).toEqual(["false", "false", "true"]);
    await press("Fetch again", article("Hens"));
    expect(await page.intents()).toHaveLength(1);
    await press("Fetch again", article("Owls"));
    await press("Try again", article("Wrens"));
    expect((await page.intents()).slice(1)).toEqual([
      { refresh: "bookmark", id: "b-4" },
      { refresh: "bookmark", id: "b-3" },
    ]);
    expect(told()).toBe("Fetching the page again.");
    // It waits.
    expect(["Owls", "Wrens"].map(isOff)).toEqual(["true", "true"]);
    await press("Fetch again", article("Owls"));
    expect(await page.intents()).toHaveLength(3);
    await goOffline();
    await press("Fetch again", article("Ravens"));
    expect(told()).toBe("Change saved on this device. It is sent as soon as possible.");
  });

  it("shows its summary and its note on a card, and this device remembers that cards are wanted", async () => {
    page = await openBookmarks([{ title: "Owls", summary: "They hoot.", note: "my note" }], "bookmarks", () => [
      entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks`, note: "soon" } }),
    ]);
    const pressed = () => ["Rows", "Cards"].map((name) => button(name).getAttribute("aria-pressed"));
    expect(pressed()).toEqual(["true", "false"]);
    await press("Cards");
    expect([texts("article .excerpt"), pressed()]).toEqual([
      ["soon", "They hoot.", "my note"],
      ["false", "true"],
    ]);
    expect(JSON.parse(localStorage.getItem("magpie-preferences") ?? "{}")).toMatchObject({ listView: "cards" });
  });

  it("is deleted with Undo; the focus goes to the next one, and of the last one to the heading", async () => {
    page = await openBookmarks(["Owls", "Wrens"]);
    await press("Delete", article("Owls"));
    expect([headings(), focused(), told()]).toEqual([["Wrens"], "Wrens", "Deleted: OwlsUndo"]);
    await press("Undo");
    expect([headings(), told()]).toEqual([["Owls", "Wrens"], "Nothing was deleted."]);
    await press("Delete", article("Owls"));
    await press("Delete", article("Wrens"));
    expect([headings(), document.activeElement?.tagName]).toEqual([[], "H1"]);
  });

  it("that waits is cancelled, and the focus goes on; it stays where it is when a change is cancelled", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks", () => [
      entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks` } }),
      entryOf({ update: "bookmark", id: "b-2", body: { note: "soon" } }),
    ]);
    await press("Cancel", article("blog.example/ducks"));
    await loaded();
    await press("Discard");
    expect([headings(), focused()]).toEqual([["Owls", "Wrens"], "Owls"]);
    button("Edit", article("Owls")).focus();
    await press("Cancel", article("Owls"));
    expect([focused(), texts(".waiting-note"), told()]).toEqual(["Edit", [], "Cancelled."]);
  });

  it("is edited: only what was changed is sent, and nothing when nothing was", async () => {
    page = await openBookmarks([{ title: "Owls", note: "old", tags: ["Birds"] }]);
    await edit(article("Owls"));
    await press("Save", dialog());
    expect([await page.intents(), told()]).toEqual([[], "Nothing was changed."]);
    expect(document.querySelector("dialog[open]")).toBeNull();
    await edit(article("Owls"));
    await fill("Note", "new", dialog());
    await press("Use the summary's tags", dialog());
    await press("Choose your own tags", dialog());
    expect(hasButton("Remove Birds", dialog())).toBe(true);
    await press("Use the summary's tags", dialog());
    expect(dialog().textContent).toContain("The summary's tags appear once the change has been sent.");
    await press("Save", dialog());
    expect(await page.intents()).toEqual([{ update: "bookmark", id: "b-1", body: { note: "new", tags: null } }]);
    expect(told()).toBe("Change saved on this device. It is sent as soon as possible.");
  });

  it("shows changes at once, and completes the summary's tags from known ones", async () => {
    await openBookmarks([
      { title: "Owls", tags: ["night"] },
      { title: "Wrens", tags: ["birds"] },
    ]);
    await edit(article("Wrens"));
    await fill("Title", "Little wrens", dialog());
    textBox("Tags", dialog()).focus();
    await fill("Tags", "ni", dialog());
    expect(texts("dialog [role=option]")).toEqual(["night"]);
    await fill("Tags", "", dialog());
    await press("Save", dialog());
    expect(headings()).toEqual(["Owls", "Little wrens"]);
  });
});

describe("the list", () => {
  it("does not call the list empty while bookmarks are missing on the device", async () => {
    page = await openBookmarks([]);
    await page.setSync({ isWhole: false });
    expect([texts(".empty"), document.querySelectorAll(".skeleton").length]).toEqual([[], 1]);
    expect(texts(".mark-filter")).toEqual(["All Unread Starred"]);
    await select("Status", "failed");
    expect(texts(".empty")).toEqual([]);
    await goOffline();
    expect([texts(".empty"), document.querySelector(".skeleton")]).toEqual([
      ["Your bookmarks are not on this device yet. They are fetched when there is a connection."],
      null,
    ]);
  });

  it("has the newest while the device is read: no number of them, and none of another order", async () => {
    page = await openBookmarks(["Owls", "Wrens"]);
    const read = (isRead: boolean) => page.setSync({ isRead, isWhole: isRead });
    await goOffline();
    const shown = () => [headings(), ...amount()];
    await read(false);
    expect(shown()).toEqual([["Owls", "Wrens"], ""]);
    await read(true);
    expect(shown()).toEqual([["Owls", "Wrens"], "2 bookmarks"]);
    await read(false);
    await page.show(BookmarksScreen, "bookmarks?sort=oldest");
    expect([headings(), texts(".empty")]).toEqual([[], []]);
    await read(true);
    expect(headings()).toEqual(["Wrens", "Owls"]);
  });

  it("begins with the first steps, which are loaded then, and with nothing to select and no number", async () => {
    page = await openBookmarks([]);
    expect([amount(), hasButton("Select"), hasButton("Show all")]).toEqual([[""], false, false]);
    await vi.dynamicImportSettled();
    await act(settled);
    expect(texts(".empty")[0]).toMatch(/^Save a page/);
    await press("Save the first page");
    expect(document.activeElement).toBe(textBox("Address or words"));
  });

  it("is searched for words; while the search is prepared it says so, and shows all of its items as before", async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Page ${index}`);
    page = await openBookmarks(titles);
    await act(settled);
    expect([headings(), texts(".empty")]).toEqual([titles, []]);
    const prepare = preparing();
    await search("page nothing");
    expect([amount(), headings(), texts(".found-line, .empty")]).toEqual([["Searching…"], titles, []]);
    await prepare();
    expect([location.search, headings()]).toEqual(["?q=page+nothing", []]);
    expect(texts(".empty")).toEqual(["No bookmarks match the search and the filters."]);
  });

  it("does not say that nothing was found while it searches", async () => {
    page = await openBookmarks(["Owls"], "bookmarks?tag=none");
    preparing();
    await search("owls");
    expect([texts(".empty"), amount()]).toEqual([[], ["Searching…"]]);
  });

  it("names the filters of its address in its heading, and loses one when the person takes its chip away", async () => {
    await openBookmarks(["Owls", { title: "Wrens", tags: ["birds"] }], "bookmarks?tag=birds&status=done");
    const { options } = selectBox("Status");
    const names = ["All", "Saving", "Processing", "Retrying", "Done", "Failed"];
    expect(Array.from(options, ({ text }) => text)).toEqual(names);
    const shown = () => [headings(), texts("h1")[0], selectBox("Status").value, location.search];
    expect(shown()).toEqual([["Wrens"], "Bookmarks tagged birds: done", "done", "?tag=birds&status=done"]);
    const chips = () => document.querySelector<HTMLElement>(".filters > .tags") ?? undefined;
    await press("Remove birds", chips());
    expect(shown()).toEqual([["Owls", "Wrens"], "Bookmarks: done", "done", "?status=done"]);
    expect(document.activeElement?.tagName).toBe("H1");
    await press("Remove Done", chips());
    expect([...shown(), chips()]).toEqual([["Owls", "Wrens"], "Bookmarks", "", "", undefined]);
  });

  it("says how many pages could not be read: one press shows them, and one tries all again, with one Undo", async () => {
    const failed = { status: "failed", error_code: "timeout" } as const;
    page = await openBookmarks(["Owls", { title: "Wrens", ...failed }, { title: "Ravens", ...failed }]);
    expect(links(".list-bar")).toEqual([["2 could not be read", "/app/bookmarks?status=failed"]]);
    await press("Try all again");
    expect(await page.intents()).toEqual([
      { refresh: "bookmark", id: "b-2" },
      { refresh: "bookmark", id: "b-1" },
    ]);
    expect(told()).toBe("Pages to fetch again: 2Undo");
    await press("Undo");
    expect([await page.intents(), told()]).toEqual([[], "Nothing was changed."]);
  });

  it("shows fifty, and then more with the focus on the first of them", async () => {
    const titles = Array.from({ length: 51 }, (_, index) => `Page ${index}`);
    // A row that is added above the button would move it away from the pointer.
    const isOffered = new Set<boolean>();
    const { insertBefore } = Node.prototype;
    vi.spyOn(Node.prototype, "insertBefore").mockImplementation(function <T extends Node>(
      this: Node,
      node: T,
      to: Node | null,
    ) {
      if (node.nodeName === "LI") isOffered.add(hasButton("Show more"));
      return insertBefore.call(this, node, to) as T;
    });
    page = await openBookmarks(titles);
    await act(settled);
    expect([...isOffered]).toEqual([false]);
    expect([headings().length, amount()]).toEqual([50, ["50 of 51"]]);
    await press("Show more");
    await act(settled);
    expect([headings(), focused()]).toEqual([titles, "Page 50"]);
    expect([amount(), hasButton("Show more")]).toEqual([["51 bookmarks"], false]);
  });

  it("is filtered by words, tags and status of its address, and shows all again", async () => {
    const owls = { title: "Owls", tags: ["birds"] };
    page = await openBookmarks(
      [owls, { title: "Wrens", tags: ["birds", "small"], status: "failed" }, "Cats"],
      "bookmarks?tag=birds",
    );
    expect(headings()).toEqual(["Owls", "Wrens"]);
    const before = history.length;
    await select("Status", "failed");
    // Back goes to the screen before.
    expect(history.length).toBe(before);
    expect([headings(), location.search]).toEqual([["Wrens"], "?tag=birds&status=failed"]);
    await select("Status", "");
    expect([headings(), location.search]).toEqual([["Owls", "Wrens"], "?tag=birds"]);
    await select("Status", "saving");
    expect(texts(".empty")).toEqual(["No bookmarks match the search and the filters."]);
    await press("Show all");
    expect([headings(), location.search, hasButton("Show all")]).toEqual([["Owls", "Wrens", "Cats"], "", false]);
  });
});
