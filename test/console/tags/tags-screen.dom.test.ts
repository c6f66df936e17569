// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Intent } from "../../../client/index.ts";
import { NetworkFailure } from "../../../client/index.ts";
import { TagsScreen } from "../../../console/tags/tags-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { fill, press, select, submit } from "../dom/acts.ts";
import { links } from "../dom/contents.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { article, button, dialog, focused, hasButton, textBox, texts, told } from "../dom/shown.ts";

/** The tags of three bookmarks, the first one the newest, and of a deck. */
const BOOKMARKS = [
  ["Birds", "winter"],
  ["birds", "night owls"],
  ["Owls", "birds", "winter"],
];
const DECK = ["winter", "talk"];

let page: Page;

afterEach(() => void vi.useRealTimers());

async function open(
  { bookmarks = BOOKMARKS, decks = [DECK] }: { bookmarks?: string[][]; decks?: string[][] } = {},
  path = "tags",
  waiting: readonly Intent[] = [],
): Promise<void> {
  const api = new ChangesApi();
  for (const [index, tags] of bookmarks.toReversed().entries()) {
    api.saveBookmark(`https://blog.example/${index + 1}`, { tags });
  }
  for (const tags of decks) api.saveStock("https://speakerdeck.com/ada/owls", { tags });
  await show(api, path, waiting);
}
async function show(api: ChangesApi, path = "tags", waiting: readonly Intent[] = []): Promise<void> {
  page = await openPage(
    waiting.map((intent) => entryOf(intent)),
    api,
  );
  await page.open(TagsScreen, path);
}

const names = () => texts("article h2");
const change = (id: string, ...tags: readonly string[]) => ({
  update: id.startsWith("b") ? "bookmark" : "stock",
  id,
  body: { tags },
});
const check = (tag: string) =>
  act(() => void article(tag).querySelector<HTMLInputElement>("input[type=checkbox]")?.click());
const selection = () => document.querySelector('section[aria-label="Selection"]') as HTMLElement;
const status = () => texts("main .list-bar p")[0];

describe("the list of tags", () => {
  it("lists each tag once whatever its case, the most used first, with links to its bookmarks and decks", async () => {
    await open();
    expect(names()).toEqual(["Birds", "winter", "night owls", "Owls", "talk"]);
    expect(status()).toBe("5 tags");
    expect(texts("article .facts")).toEqual(["3 bookmarks", "2 bookmarks1 deck", "1 bookmark", "1 bookmark", "1 deck"]);
    expect(links("article").map(([, address]) => address)).toEqual([
      ...["/app/bookmarks?tag=Birds", "/app/bookmarks?tag=winter", "/app/slides?tag=winter"],
      ...["/app/bookmarks?tag=night+owls", "/app/bookmarks?tag=Owls", "/app/slides?tag=talk"],
    ]);
  });

  it("is found by letters in any case and sorted by name, and the address says so", async () => {
    await open();
    await fill("Find a tag", "ＯＷＬ");
    await submit(textBox("Find a tag").form);
    expect([names(), status()]).toEqual([["night owls", "Owls"], "2 of 5"]);
    await select("Sorted by", "name");
    await fill("Find a tag", "");
    await submit(textBox("Find a tag").form);
    expect(names()).toEqual(["Birds", "night owls", "Owls", "talk", "winter"]);
    expect(location.search).toBe("?sort=name");
    await open({}, "tags?q=no+such&sort=wrong");
    expect([names(), texts("main .empty")]).toEqual([[], ["No tag contains these letters."]]);
    await press("Show all");
    expect([names().length, location.search]).toEqual([5, ""]);
  });

  it("is found while a person types, after a pause, and once a word is composed", async () => {
    await open();
    const before = history.length;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pauses = () => act(() => void vi.advanceTimersByTime(300));
    const composing = (type: string, text: string) =>
      act(() => {
        textBox("Find a tag").value = text;
        const event = Object.assign(new Event(type, { bubbles: true }), { isComposing: true });
        textBox("Find a tag").dispatchEvent(event);
      });
    await fill("Find a tag", "owls");
    expect(names().length).toBe(5);
    await pauses();
    expect(names()).toEqual(["night owls", "Owls"]);
    await composing("input", "owlsn");
    await pauses();
    expect(names()).toEqual(["night owls", "Owls"]);
    await composing("compositionend", "night");
    await pauses();
    // Back leads to the screen before.
    expect([names(), history.length]).toEqual([["night owls"], before]);
  });

  it("shows a hundred at first, and reads on with the next ones", async () => {
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    await open({ bookmarks: [tags.slice(1)], decks: [] });
    expect([names().length, hasButton("Show more")]).toEqual([100, false]);
    await open({ bookmarks: [tags], decks: [] });
    expect(names().length).toBe(100);
    await press("Show more");
    expect([names().length, focused(), hasButton("Show more")]).toEqual([101, "tag 100", false]);
  });

  it("says that no tags exist, and where to add one", async () => {
    await open({ bookmarks: [[]], decks: [] });
    expect([texts("main .empty-state").length, texts("main .empty-state a")]).toEqual([1, ["Go to Bookmarks"]]);
    expect([hasButton("Select"), textBox("Find a tag"), texts("main select")]).toEqual([false, null, []]);
    expect(texts("main .list-bar p")).toEqual([""]);
  });

  it("links to the other lists to tidy that have items, with the number of these", async () => {
    const api = new ChangesApi();
    const older = api.saveBookmark("https://blog.example/1", { tags: ["Birds"] });
    api.saveBookmark("https://blog.example/2", { tags: ["Birds"], duplicate_of: older.id });
    api.saveBookmark("https://blog.example/3", { status: "failed", error_code: "gone" });
    api.saveBookmark("https://blog.example/4", {});
    api.saveStock("https://speakerdeck.com/ada/owls", { tags: [] });
    await show(api);
    expect(links("nav")).toEqual([
      ["Untagged bookmarks 2", "/app/bookmarks?q=is%3Auntagged"],
      ["Duplicate bookmarks 1", "/app/bookmarks?q=is%3Aduplicate"],
      ["Failed bookmarks 1", "/app/bookmarks?q=is%3Afailed"],
      ["Untagged slides 1", "/app/slides?q=is%3Auntagged"],
    ]);
    expect(links(".back")).toEqual([["All bookmarks", "/app/bookmarks"]]);
  });

  /** As while the first sync goes on, or after it has failed. */
  const leaveOut = (error: NetworkFailure | null) => page.setSync({ isWhole: false, error });
  const CUT_OFF = new NetworkFailure("connection", { attempts: 1, idempotencyKey: null });
  const NOT_WHOLE = "You can change tags once everything is";
  const all = () => document.querySelector("main")?.textContent ?? "";

  it("is shown as loading below its search box until everything has arrived", async () => {
    await open({}, "tags?q=no+such");
    await leaveOut(null);
    expect([names(), textBox("Find a tag") !== null, hasButton("Select")]).toEqual([[], true, false]);
    expect([texts("main .skeleton").length, texts("main select").length]).toEqual([1, 1]);
    expect([status(), texts("main .empty"), all().includes(NOT_WHOLE)]).toEqual(["", [], false]);
    expect(texts("main .list-bar p")).toContain("Fetching your bookmarks: 3 so far.");
  });

  it("is there, but can't be changed, when not everything can be fetched; without tags that alone is said, once", async () => {
    await open();
    await leaveOut(CUT_OFF);
    expect(names().length).toBe(5);
    expect([hasButton("Select"), hasButton("Rename"), texts("input[type=checkbox]")]).toEqual([false, false, []]);
    expect([all().includes(NOT_WHOLE), texts("main .skeleton")]).toEqual([true, []]);
    expect([status(), texts("main .list-bar .failure").length, texts("main .empty-state")]).toEqual(["5 tags", 1, []]);
    await open({ bookmarks: [], decks: [] });
    await leaveOut(CUT_OFF);
    expect([texts("main .failure").length, texts("main .empty-state .failure").length]).toEqual([1, 1]);
    expect([all().includes(NOT_WHOLE), textBox("Find a tag"), texts("main select")]).toEqual([false, null, []]);
  });

  it("does not count other changes that wait to be sent", async () => {
    const waiting: Intent[] = [
      { update: "bookmark", id: "b-1", body: { note: "Read" } },
      { create: "bookmark", body: { url: "https://blog.example/new", tags: ["new"] } },
    ];
    await open({}, "tags", waiting);
    expect(texts("main .list-bar p")).toEqual(["5 tags"]);
    await open({}, "tags", [...waiting, { update: "bookmark", id: "b-2", body: { tags: ["owls"] } }]);
    expect(texts("main .list-bar p")).toContain("Changes waiting to be sent: 1");
  });
});

describe("a tag", () => {
  it("is renamed in all saved items, in its place, and Undo takes all of it back", async () => {
    await open();
    await press("Rename", article("winter"));
    expect(dialog().querySelector("h2")?.textContent).toBe("Rename the tag winter");
    expect(textBox("New name").value).toBe("winter");
    await fill("New name", " ｃｏｌｄ  days ");
    await press("Rename", dialog());
    expect(await page.intents()).toEqual([
      change("s-4", "cold days", "talk"),
      change("b-3", "Birds", "cold days"),
      change("b-1", "Owls", "birds", "cold days"),
    ]);
    expect(told()).toBe("Renamed to cold days: 3 items changed.Undo");
    expect([names().slice(0, 2), focused()]).toEqual([["Birds", "cold days"], "cold days"]);
    expect(texts("main .list-bar p")).toContain("Changes waiting to be sent: 3");
    await press("Undo");
    expect([await page.intents(), told(), names()[1]]).toEqual([[], "Nothing was changed.", "winter"]);
  });

  it("gets one spelling everywhere when it is renamed to another case, and nothing changes when the name is the same", async () => {
    await open();
    await press("Rename", article("Birds"));
    await press("Rename", dialog());
    expect([await page.intents(), focused(), told()]).toEqual([[], "Birds", "Nothing was changed."]);
    await press("Rename", article("Birds"));
    await fill("New name", "birds");
    await press("Rename", dialog());
    expect(await page.intents()).toEqual([change("b-3", "birds", "winter")]);
  });

  it("is merged into another tag when it gets that tag's name, whose spelling stays", async () => {
    await open();
    await press("Rename", article("Owls"));
    await fill("New name", "BIRDS");
    expect(dialog().querySelector("form [role=status]")?.textContent).toBe(
      "There is already a tag Birds: the two will be merged.",
    );
    await press("Merge", dialog());
    expect(await page.intents()).toEqual([change("b-1", "Birds", "winter")]);
    expect(told()).toBe("Merged into Birds: 1 item changed.Undo");
  });

  it("can't get an empty name, or one that is too long", async () => {
    await open();
    await press("Rename", article("talk"));
    for (const [name, problem] of [
      [" ", "Type a name for the tag."],
      ["鳥".repeat(51), "A tag has at most 50 characters."],
    ] as const) {
      await fill("New name", name);
      await press("Rename", dialog());
      expect(textBox("New name").getAttribute("aria-invalid")).toBe("true");
      expect(texts("dialog .field .failure")).toEqual([problem]);
    }
    expect(await page.intents()).toEqual([]);
  });

  it("is deleted from all saved items, and the focus goes on to the next one", async () => {
    await open();
    await press("Delete", article("winter"));
    expect((await page.intents()).map((intent) => "body" in intent && intent.body)).toEqual([
      { tags: ["talk"] },
      { tags: ["Birds"] },
      { tags: ["Owls", "birds"] },
    ]);
    expect([told(), focused()]).toEqual(["Tag winter removed from 3 items.Undo", "night owls"]);
    expect(names()).toEqual(["Birds", "night owls", "Owls", "talk"]);
  });

  it("stays in what waits to be saved, and the screen says so", async () => {
    const body = { url: "https://blog.example/new", tags: ["talk"] };
    await open({}, "tags", [{ create: "bookmark", body }]);
    expect(texts("article .facts").at(-1)).toBe("1 deck");
    await press("Delete", article("talk"));
    expect(told()).toBe("Tag talk removed from 1 item. 1 item that is not sent yet will keep the tag.Undo");
  });
});

describe("several tags", () => {
  it("are merged into the one that is chosen", async () => {
    await open();
    await press("Select");
    const isOff = (name: string) => button(name, selection()).getAttribute("aria-disabled");
    expect(["Merge", "Delete"].map(isOff)).toEqual(["true", "true"]);
    await press("Delete", selection());
    expect(told()).toBe("");
    await check("Owls");
    await press("Merge", selection());
    expect(document.querySelector("dialog[open]")).toBeNull();
    await check("Birds");
    expect(["Merge", "Delete"].map(isOff)).toEqual(["false", "false"]);
    await check("night owls");
    await press("Merge", selection());
    const radios = [...dialog().querySelectorAll<HTMLInputElement>("input[type=radio]")];
    expect(dialog().querySelector("h2")?.textContent).toBe("Merge the selected tags into one");
    expect(texts("dialog label")).toEqual(["Birds", "night owls", "Owls"]);
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false]);
    await act(() => radios[2]?.click());
    await press("Merge", dialog());
    expect(await page.intents()).toEqual([
      change("b-3", "Owls", "winter"),
      change("b-2", "Owls"),
      change("b-1", "Owls", "winter"),
    ]);
    expect([told(), focused()]).toEqual(["Merged into Owls: 3 items changed.Undo", "Owls"]);
    expect(names()).toEqual(["Owls", "winter", "talk"]);
    expect(selection().querySelector("[role=status]")?.textContent).toBe("0 selected");
  });

  it("are deleted at once: all that are found, or the one that is selected", async () => {
    await open({}, "tags?q=owls");
    await press("Select");
    await press("Select all 2", selection());
    await press("Delete", selection());
    expect(await page.intents()).toEqual([change("b-2", "birds"), change("b-1", "birds", "winter")]);
    expect(told()).toBe("Tags deleted: 2 (2 items changed).Undo");
    await press("Undo");
    await check("Owls");
    await press("Delete", selection());
    expect(told()).toBe("Tag Owls removed from 1 item.Undo");
    await press("End selection", selection());
    expect(selection()).toBeNull();
  });
});

it("the place and the selection are kept over other screens", async () => {
  await open({}, "tags?sort=name");
  await press("Select");
  await check("talk");
  await page.show(TagsScreen, "tags?sort=name");
  expect(selection()?.querySelector("[role=status]")?.textContent).toBe("1 selected");
});
