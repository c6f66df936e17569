// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isOffline } from "../../../console/device/offline.ts";
import { itemsOfPage, knownPage } from "../../../console/share/known-page.ts";
import { ShareScreen } from "../../../console/share/share-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { fill, press, submit } from "../dom/acts.ts";
import { main } from "../dom/contents.ts";
import type { Page } from "../dom/page.ts";
import { openPage } from "../dom/page.ts";
import { referred, textBox, texts, told } from "../dom/shown.ts";

const OWLS = "https://blog.example/owls";
const DECK = "https://speakerdeck.com/ada/birds";
let page: Page;

afterEach(() => void vi.restoreAllMocks());

async function shares(parameters: Readonly<Record<string, string>>, api = new ChangesApi()): Promise<void> {
  page = await openPage([], api);
  await page.show(ShareScreen, `share?${new URLSearchParams(parameters)}`);
}

const problem = () => document.querySelector(".field .failure")?.textContent ?? null;
const radio = (value: string) =>
  Array.from(document.querySelectorAll("label"))
    .find(({ textContent }) => textContent === value)
    ?.querySelector("input") as HTMLInputElement;
async function choose(value: string): Promise<void> {
  await act(() => {
    radio(value).checked = true;
    radio(value).dispatchEvent(new Event("change", { bubbles: true }));
  });
}

describe("the screen for shared pages", () => {
  it("saves the page with what the person has added, and nothing before that", async () => {
    await shares({ title: " Owls ", text: `Read this: ${OWLS}` });
    expect(await page.intents()).toEqual([]);
    expect([textBox("Address").value, textBox("Title").value]).toEqual([OWLS, "Owls"]);
    expect(textBox("Note").value).toBe("Read this:");
    await fill("Title", " Owls at night ");
    await fill("Tags", "birds,");
    await submit();
    const body = { url: OWLS, title: "Owls at night", note: "Read this:", tags: ["birds"], created_from: "web" };
    expect(await page.intents()).toEqual([{ create: "bookmark", body: expect.objectContaining(body) }]);
    expect(texts("p")[0]).toBe("Saved on this device; it is being sent. You can close this page now.");
    const said = document.querySelector("main p") as HTMLElement;
    expect([document.activeElement === said, said.tabIndex]).toEqual([true, -1]);
    expect(document.querySelector("a.button")?.getAttribute("href")).toBe("/app/bookmarks");
    vi.spyOn(window, "close").mockImplementation(() => undefined);
    await press("Close", main());
    expect([vi.mocked(window.close).mock.calls.length, told()]).toEqual([1, "Close this page yourself."]);
  });

  it("waits while a tag is too long, which would be lost", async () => {
    await shares({ url: OWLS });
    await fill("Tags", `${"a".repeat(51)},`);
    await submit();
    expect([await page.intents(), document.activeElement]).toEqual([[], textBox("Tags")]);
  });

  it("says of the bookmarklet's pages where they come from, and leaves out what is empty", async () => {
    isOffline.value = true;
    await shares({ url: OWLS, from: "bookmarklet" });
    await submit();
    const body = { url: OWLS, created_from: "bookmarklet", source_hint: expect.anything() };
    expect(await page.intents()).toEqual([{ create: "bookmark", body }]);
    expect(texts("p")[0]).toContain("It is sent when there is a connection.");
  });

  it("saves a deck to the slides, with its note as memo", async () => {
    await shares({ text: `For the talk\n${DECK}`, title: "Birds" });
    expect([radio("Slides").checked, radio("Bookmark").checked]).toEqual([true, false]);
    expect(texts("label")).not.toContain("Title");
    await fill("Note", " For the talk ");
    await submit();
    expect(await page.intents()).toMatchObject([{ create: "stock", body: { url: DECK, memo: "For the talk" } }]);
    expect(document.querySelector("a.button")?.getAttribute("href")).toBe("/app/slides");
  });

  it.each([
    ["Slides", { create: "stock", body: { url: DECK } }],
    ["Bookmark", { create: "bookmark", body: expect.objectContaining({ url: DECK }) }],
  ])("saves a deck as the person has chosen, and no memo without a note: %s", async (choice, intent) => {
    await shares({ url: DECK });
    await choose(choice);
    expect(texts("label").includes("Title")).toBe(choice === "Bookmark");
    await submit();
    expect(await page.intents()).toEqual([intent]);
  });

  it("says what happens to an item without tags, and suggests the tags of all items", async () => {
    const api = new ChangesApi();
    api.saveStock(DECK, { tags: ["talks"] });
    await shares({ url: OWLS }, api);
    expect(referred(textBox("Tags"), "aria-describedby")).toBe(
      "Enter or a comma adds a tag. Without tags, those of the summary are shown.",
    );
    await act(() => textBox("Tags").focus());
    await fill("Tags", "t");
    expect(texts("[role=option]")).toEqual(["talks"]);
    await choose("Slides");
    expect(referred(textBox("Tags"), "aria-describedby")).toBe("Enter or a comma adds a tag.");
  });

  it("shows the form again when something else is shared", async () => {
    await shares({ url: OWLS });
    await submit();
    await act(() => {
      history.pushState(null, "", `/app/share?${new URLSearchParams({ url: DECK })}`);
      dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(textBox("Address").value).toBe(DECK);
  });

  it("explains an address that can't be saved at the address, which gets the focus", async () => {
    await shares({ text: "no address" });
    expect(problem()).toBe("Nothing that was shared has an address. Enter one.");
    await fill("Address", "owls");
    expect(problem()).toBeNull();
    await submit();
    expect([problem(), document.activeElement === textBox("Address"), await page.intents()]).toEqual([
      "The address must begin with https:// or http://.",
      true,
      [],
    ]);
    await fill("Address", " ");
    expect(problem()).toBe("Nothing that was shared has an address. Enter one.");
    await fill("Address", ` ${OWLS} `);
    expect(problem()).toBeNull();
    await choose("Slides");
    expect(problem()).toContain("Decks of this site can't be saved here");
    await choose("Bookmark");
    await submit();
    expect(await page.intents()).toMatchObject([{ body: { url: OWLS } }]);
  });

  it("says that the page was saved before", async () => {
    const api = new ChangesApi();
    api.saveBookmark(OWLS, { title: "Old owls" });
    await shares({ url: `${OWLS}#end` }, api);
    expect(texts("p, small").join()).toContain("Already saved: Old owls.");
    await fill("Address", ` ${OWLS} `);
    expect(texts("p, small").join()).toContain("Already saved: Old owls.");
    await fill("Address", `${OWLS}/2`);
    expect(texts("p, small").join()).not.toContain("Already saved");
  });
});

describe("what this device knows of a page", () => {
  it("is the title or address of what was saved, by either address of a deck; nothing of another kind or page", async () => {
    const api = new ChangesApi();
    const other = "https://speakerdeck.com/ada/birds-of-2020";
    api.saveBookmark(OWLS);
    api.saveStock(other, { title: "Birds", canonical_url: DECK });
    const { library } = await openPage([], api);
    const wrens = "https://blog.example/wrens";
    await library.queue.enqueue({ create: "bookmark", body: { url: wrens } });
    for (const [type, address, name] of [
      ["bookmark", `${OWLS}#x`, OWLS],
      ["stock", DECK, "Birds"],
      ["stock", other, "Birds"],
      ["stock", OWLS, null],
      ["bookmark", "owls", null],
      // It waits to be saved.
      ["bookmark", wrens, null],
    ] as const) {
      expect(knownPage(library.synced, type, address)).toBe(name);
    }
    expect(itemsOfPage(library.synced, "bookmark", `${wrens}#end`)).toMatchObject([
      { item: null, waiting: [{ intent: { body: { url: wrens } } }] },
    ]);
    // A save that waits belongs to what was saved of its page.
    await library.queue.enqueue({ create: "stock", body: { url: other } });
    expect(itemsOfPage(library.synced, "stock", DECK)).toMatchObject([{ item: { title: "Birds" }, waiting: [{}] }]);
    expect(itemsOfPage(library.synced, "bookmark", DECK)).toEqual([]);
  });
});
