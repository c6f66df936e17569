// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { NewQueueEntry } from "../../../client/index.ts";
import { BookmarksScreen } from "../../../console/bookmarks/bookmarks-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import type { Page } from "../dom/page.ts";
import {
  button,
  entryOf,
  failed,
  fill,
  hasButton,
  openPage,
  press,
  settled,
  submit,
  textBox,
  texts,
  told,
} from "../dom/page.ts";

const BLOG = "https://blog.example";
let page: Page;

/** The screen with bookmarks of these titles, the first one the newest. */
async function shows(
  titles: readonly (string | { readonly title: string; readonly [field: string]: unknown })[],
  path = "bookmarks",
  entries: (api: ChangesApi) => readonly NewQueueEntry[] = () => [],
): Promise<void> {
  const api = new ChangesApi();
  for (const each of titles.toReversed()) {
    const fields = typeof each === "string" ? { title: each } : each;
    api.saveBookmark(`${BLOG}/${fields.title}`, { status: "done", ...fields });
  }
  page = await openPage(entries(api), api);
  await page.show(BookmarksScreen, path);
  await act(settled);
}

const headings = () => texts("article h2");
const item = (title: string) =>
  Array.from(document.querySelectorAll("article")).find((each) => each.querySelector("h2")?.textContent === title) ??
  document;
const intents = async () => (await page.queue.contents()).waiting.map(({ intent }) => intent);
const dialog = () => document.querySelector("dialog[open]") ?? document;
const focused = () => document.activeElement?.textContent;
async function check(title: string): Promise<void> {
  await act(() => {
    item(title).querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
  });
}
async function choose(value: string): Promise<void> {
  const select = document.querySelector("select") as HTMLSelectElement;
  select.value = value;
  await act(() => void select.dispatchEvent(new Event("change", { bubbles: true })));
  await act(settled);
}

describe("saving a page", () => {
  it("stores it with what was typed, empties the form, and tells when it has arrived", async () => {
    await shows(["Owls"]);
    await fill("Address", " blog.example/wrens ");
    await fill("Title", " Wrens ");
    await fill("Note", " small ");
    await fill("Tags", "birds,");
    await submit();
    expect(await intents()).toMatchObject([
      {
        create: "bookmark",
        body: { url: `${BLOG}/wrens`, title: "Wrens", note: "small", tags: ["birds"], created_from: "web" },
      },
    ]);
    expect(told()).toBe("Stored on this device. It is sent as soon as possible.");
    expect(["Address", "Title", "Note", "Tags"].map((label) => textBox(label).value)).toEqual(["", "", "", ""]);
    expect([headings(), document.activeElement === textBox("Address")]).toEqual([["Wrens", "Owls"], true]);
    await act(async () => void (await page.queue.flush()));
    await act(settled);
    expect(told()).toBe("Saved: Wrens");
  });

  it("leaves out what is empty", async () => {
    await shows([]);
    await fill("Address", `${BLOG}/wrens`);
    await submit();
    const [intent] = await intents();
    expect(Object.keys(intent !== undefined && "create" in intent ? intent.body : {}).sort()).toEqual([
      "created_from",
      "source_hint",
      "url",
    ]);
  });

  it("tells why a page was not saved", async () => {
    await shows([]);
    await fill("Address", `${BLOG}/wrens`);
    await submit();
    page.api.faults.push({
      kind: "answer",
      status: 400,
      body: JSON.stringify({ code: "validation_error", detail: "No room." }),
    });
    await act(async () => void (await page.queue.flush()));
    await act(settled);
    expect(failed()).toBe(`${BLOG}/wrens was not saved. Magpie refused this: No room.`);
  });

  it.each([
    ["", "Type or paste the address of a page."],
    ["owls", "This is not the address of a page. Copy it from the browser's address bar."],
    ["ftp://blog.example/", "Only addresses that begin with https:// or http:// can be saved."],
  ])("explains that %j can't be saved, at the box, until something else is typed", async (typed, why) => {
    await shows([]);
    await fill("Address", typed);
    await submit();
    const problem = () => document.querySelector("form .field .failure")?.textContent ?? null;
    expect([problem(), document.activeElement === textBox("Address"), await intents()]).toEqual([why, true, []]);
    await fill("Address", "blog.example");
    expect(problem()).toBeNull();
  });

  it.each([
    ["", 50],
    ["?status=failed", 0],
  ])("goes to the page that is there already, beyond those that are shown: %s", async (search, shown) => {
    await shows([...Array.from({ length: 60 }, (_, index) => `Page ${index}`), "Owls"], `bookmarks${search}`);
    expect(headings().length).toBe(shown);
    await fill("Address", `${BLOG}/Owls#nest`);
    await submit();
    expect([told(), await intents(), textBox("Address").value]).toEqual(["This page is there already: Owls", [], ""]);
    await act(settled);
    expect([headings().length, headings().at(-1), focused()]).toEqual([61, "Owls", "Owls"]);
    expect(location.pathname + location.search).toBe("/app/bookmarks");
  });

  it("offers the slides for a deck", async () => {
    await shows([]);
    await fill("Address", "speakerdeck.com/ada/birds");
    await fill("Note", " for the talk ");
    await press("Save to Slides");
    expect(await intents()).toEqual([
      { create: "stock", body: { url: "https://speakerdeck.com/ada/birds", memo: "for the talk" } },
    ]);
    expect([told(), textBox("Address").value, hasButton("Save to Slides")]).toEqual([
      "The deck is stored on this device. It appears in Slides and is sent as soon as possible.",
      "",
      false,
    ]);
  });
});

describe("a bookmark of the list", () => {
  it("shows its state, its page, why it was not read, and what waits", async () => {
    await shows(
      [
        { title: "Owls", summary: "They hoot.", note: "my note", tags: ["birds"], language: "en" },
        { title: "Wrens", status: "failed", error_code: "private", can_retry: true },
        { title: "Ravens", status: "failed", error_code: "gone", can_retry: false },
        { title: "Hens", status: "processing" },
      ],
      "bookmarks",
      () => [entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks`, note: "soon" } })],
    );
    expect(headings()).toEqual(["blog.example/ducks", "Owls", "Wrens", "Ravens", "Hens"]);
    const facts = (title: string) => item(title).querySelector(".facts")?.textContent;
    expect(facts("Owls")).toContain("Done");
    expect(texts("article .excerpt")).toEqual(["soon", "They hoot.", "my note"]);
    expect(item("Owls").querySelector(".tags a")?.getAttribute("href")).toBe("/app/bookmarks?tag=birds");
    expect(item("Owls").querySelector("h2 a")?.getAttribute("href")).toMatch(/^\/app\/bookmarks\/b-\d+$/);
    expect(item("Wrens").querySelector(".failed")?.textContent).toContain("The page requires a login.");
    expect([hasButton("Try again", item("Wrens")), hasButton("Try again", item("Ravens"))]).toEqual([true, false]);
    expect([hasButton("Edit", item("blog.example/ducks")), hasButton("Cancel", item("blog.example/ducks"))]).toEqual([
      false,
      true,
    ]);
    expect([hasButton("Cancel", item("Owls")), item("Owls").querySelector(".failed")]).toEqual([false, null]);
    const isOff = (title: string) => button("Read again", item(title)).getAttribute("aria-disabled");
    expect(["Owls", "Wrens", "Hens"].map(isOff)).toEqual(["false", "false", "true"]);
    await press("Read again", item("Hens"));
    expect(await intents()).toHaveLength(1);
    await press("Read again", item("Owls"));
    await press("Try again", item("Wrens"));
    expect((await intents()).slice(1)).toEqual([
      { refresh: "bookmark", id: "b-4" },
      { refresh: "bookmark", id: "b-3" },
    ]);
    expect(told()).toBe("The page will be read again.");
  });

  it("is deleted with Undo; the focus goes to the next one, and of the last one to the heading", async () => {
    await shows(["Owls", "Wrens"]);
    await press("Delete", item("Owls"));
    expect([headings(), focused(), told()]).toEqual([["Wrens"], "Wrens", "Deleted: OwlsUndo"]);
    await press("Undo");
    expect([headings(), told()]).toEqual([["Owls", "Wrens"], "Nothing was deleted."]);
    await press("Delete", item("Owls"));
    await press("Delete", item("Wrens"));
    expect([headings(), document.activeElement?.tagName, texts(".empty")]).toEqual([
      [],
      "H1",
      ["There are no bookmarks yet. Save the first one above, or import those of your browser."],
    ]);
  });

  it("that waits is cancelled, and the focus goes on", async () => {
    await shows(["Owls"], "bookmarks", () => [entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks` } })]);
    await press("Cancel", item("blog.example/ducks"));
    await press("Discard");
    expect([headings(), focused()]).toEqual([["Owls"], "Owls"]);
  });

  it("is edited: only what was changed is sent, and nothing when nothing was", async () => {
    await shows([{ title: "Owls", note: "old", tags: ["Birds"] }]);
    await press("Edit", item("Owls"));
    await press("Save changes", dialog());
    expect([await intents(), told(), document.querySelector("dialog[open]")]).toEqual([
      [],
      "Nothing was changed.",
      null,
    ]);
    await press("Edit", item("Owls"));
    const note = dialog().querySelector("textarea") as HTMLTextAreaElement;
    note.value = "new";
    await act(() => void note.dispatchEvent(new Event("input", { bubbles: true })));
    await press("Use the summary's tags", dialog());
    expect(dialog().textContent).toContain("The summary's tags are shown once the change has been sent.");
    await press("Save changes", dialog());
    expect(await intents()).toEqual([{ update: "bookmark", id: "b-1", body: { note: "new", tags: null } }]);
    expect(told()).toBe("The change is stored on this device. It is sent as soon as possible.");
  });

  it("gets its own tags again when the person has thought better of it", async () => {
    await shows([{ title: "Owls", tags: ["Birds"] }]);
    await press("Edit", item("Owls"));
    await press("Use the summary's tags", dialog());
    await press("Choose tags of your own", dialog());
    expect(hasButton("Remove Birds", dialog())).toBe(true);
    await press("Close", dialog());
    expect([document.querySelector("dialog[open]"), await intents()]).toEqual([null, []]);
  });
});

describe("the list", () => {
  it("shows fifty, and then more with the focus on the first of them", async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `Page ${index}`);
    await shows(titles);
    await act(settled);
    expect([headings().length, texts("p.grow[role=status]")]).toEqual([50, ["50 of 60 shown"]]);
    await press("Show more");
    await act(settled);
    expect([headings(), focused()]).toEqual([titles, "Page 50"]);
    expect([texts("p.grow[role=status]"), hasButton("Show more")]).toEqual([["60 shown"], false]);
  });

  it("is filtered by words, tags and status of its address, and shows all again", async () => {
    const owls = { title: "Owls", tags: ["birds"] };
    await shows([owls, { title: "Wrens", tags: ["birds", "small"], status: "failed" }, "Cats"], "bookmarks?tag=birds");
    expect(headings()).toEqual(["Owls", "Wrens"]);
    await choose("failed");
    expect([headings(), location.search]).toEqual([["Wrens"], "?tag=birds&status=failed"]);
    await choose("");
    expect([headings(), location.search]).toEqual([["Owls", "Wrens"], "?tag=birds"]);
    await choose("saving");
    expect(texts(".empty")).toEqual(["No bookmark fits the search and the filters."]);
    await press("Show all");
    expect([headings(), location.search, hasButton("Show all")]).toEqual([["Owls", "Wrens", "Cats"], "", false]);
  });
});

describe("several bookmarks", () => {
  async function selects(...titles: readonly string[]): Promise<void> {
    await press("Select");
    for (const title of titles) await check(title);
  }
  const selection = () => document.querySelector('section[aria-label="Selection"]') as HTMLElement;
  const count = () => selection().querySelector("[role=status]")?.textContent;

  it("are selected one by one, all, and none, and nothing is done with none", async () => {
    await shows(["Owls", "Wrens", "Cats"]);
    await selects("Owls", "Wrens");
    expect(count()).toBe("2 selected");
    await check("Owls");
    expect(count()).toBe("1 selected");
    await press("Select all shown", selection());
    expect(count()).toBe("3 selected");
    await press("Select none", selection());
    expect(count()).toBe("0 selected");
    for (const name of ["Delete", "Tag", "Read again"]) {
      expect(button(name, selection()).getAttribute("aria-disabled")).toBe("true");
      await press(name, selection());
    }
    expect([await intents(), document.querySelector("dialog[open]")]).toEqual([[], null]);
    await press("End selection", selection());
    expect(document.querySelector('section[aria-label="Selection"]')).toBeNull();
  });

  it("are deleted and read again at once, each with one Undo", async () => {
    await shows(["Owls", "Wrens", "Cats"]);
    await selects("Owls", "Wrens");
    await press("Read again", selection());
    expect(await intents()).toEqual([
      { refresh: "bookmark", id: "b-3" },
      { refresh: "bookmark", id: "b-2" },
    ]);
    expect(told()).toBe("To be read again: 2Undo");
    await press("Undo");
    expect([await intents(), told()]).toEqual([[], "Nothing was changed."]);
    await press("Delete", selection());
    expect([headings(), told(), count()]).toEqual([["Cats"], "Deleted: 2 itemsUndo", "0 selected"]);
    await press("Undo");
    expect(headings()).toEqual(["Owls", "Wrens", "Cats"]);
    await check("Cats");
    await press("Delete", selection());
    expect(told()).toBe("Deleted: CatsUndo");
  });

  it("get and lose tags; those that would have too many stay as they are", async () => {
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    await shows([
      { title: "Owls", tags: ["Birds"] },
      { title: "Wrens", tags: many },
      { title: "Cats", tags: ["pets"] },
    ]);
    await selects("Owls", "Wrens", "Cats");
    await press("Tag", selection());
    expect(dialog().querySelector("h2")?.textContent).toBe("Change the tags of 3 selected");
    await fill("Add tags", "birds,");
    await fill("Remove tags", "pets,");
    await press("Change tags", dialog());
    expect(await intents()).toEqual([{ update: "bookmark", id: "b-1", body: { tags: ["birds"] } }]);
    expect(told()).toBe("Tags changed: 1. 1 would have more than 20 tags and stays as it is.Undo");
    await press("Undo");
    await press("Tag", selection());
    await fill("Remove tags", "unknown,");
    await press("Change tags", dialog());
    expect([await intents(), told()]).toEqual([[], "These tags change nothing."]);
  });
});
