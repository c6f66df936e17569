// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isOffline } from "../../../console/device/offline.ts";
import { itemsOfPage, knownPage } from "../../../console/share/known-page.ts";
import { ShareScreen } from "../../../console/share/share-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { fill, press, submit } from "../dom/acts.ts";
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

const intents = async () => (await page.queue.contents()).waiting.map(({ intent }) => intent);
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

describe("the screen of what is shared", () => {
  it("saves the page with what the person has added, and nothing before that", async () => {
    await shares({ title: " Owls ", text: `Read this: ${OWLS}` });
    expect(await intents()).toEqual([]);
    expect([textBox("Address").value, textBox("Title").value]).toEqual([OWLS, "Owls"]);
    expect(textBox("Note").value).toBe("Read this:");
    await fill("Title", " Owls at night ");
    await fill("Tags", "birds,");
    await submit();
    expect(await intents()).toEqual([
      {
        create: "bookmark",
        body: expect.objectContaining({
          url: OWLS,
          title: "Owls at night",
          note: "Read this:",
          tags: ["birds"],
          created_from: "web",
        }),
      },
    ]);
    expect(texts("p")[0]).toBe("Saved on this device; it is being sent. You can close this page now.");
    expect(document.activeElement === document.querySelector("main p")).toBe(true);
    expect(document.querySelector("p")?.tabIndex).toBe(-1);
    expect(document.querySelector("a.button")?.getAttribute("href")).toBe("/app/bookmarks");
    vi.spyOn(window, "close").mockImplementation(() => undefined);
    await press("Close");
    expect([vi.mocked(window.close).mock.calls.length, told()]).toEqual([1, "Close this page yourself."]);
  });

  it("says of the bookmarklet's pages where they come from, and leaves out what is empty", async () => {
    isOffline.value = true;
    await shares({ url: OWLS, from: "bookmarklet" });
    await submit();
    const [intent] = await intents();
    expect(intent).toEqual({
      create: "bookmark",
      body: { url: OWLS, created_from: "bookmarklet", source_hint: expect.anything() },
    });
    expect(texts("p")[0]).toContain("It is sent when there is a connection.");
  });

  it("saves a deck to the slides, with its note as memo", async () => {
    await shares({ text: `For the talk\n${DECK}`, title: "Birds" });
    expect([radio("Slides").checked, radio("Bookmark").checked]).toEqual([true, false]);
    expect(texts("label")).not.toContain("Title");
    await fill("Note", " For the talk ");
    await submit();
    expect(await intents()).toMatchObject([{ create: "stock", body: { url: DECK, memo: "For the talk" } }]);
    expect(document.querySelector("a.button")?.getAttribute("href")).toBe("/app/slides");
  });

  it("keeps the person's choice of what it becomes", async () => {
    await shares({ url: DECK });
    await choose("Bookmark");
    expect(texts("label")).toContain("Title");
    await submit();
    expect(await intents()).toMatchObject([{ create: "bookmark", body: { url: DECK } }]);
  });

  it("sends no memo of a deck without a note", async () => {
    await shares({ url: DECK });
    await submit();
    expect(await intents()).toEqual([{ create: "stock", body: { url: DECK } }]);
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
    expect([problem(), document.activeElement === textBox("Address"), await intents()]).toEqual([
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
    expect(await intents()).toMatchObject([{ body: { url: OWLS } }]);
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

describe("the name of what was saved before", () => {
  it("is its title or address; there is none for another kind, another address, or no address", async () => {
    const api = new ChangesApi();
    api.saveBookmark(OWLS);
    const deck = api.saveStock(DECK);
    const { library } = await openPage([], api);
    expect(knownPage(library.synced, "bookmark", `${OWLS}#x`)).toBe(OWLS);
    expect(knownPage(library.synced, "stock", OWLS)).toBeNull();
    expect(knownPage(library.synced, "stock", deck.original_url)).toBe(deck.title ?? DECK);
    expect(knownPage(library.synced, "bookmark", "https://blog.example/wrens")).toBeNull();
    expect(knownPage(library.synced, "bookmark", "owls")).toBeNull();
    await library.queue.enqueue({ create: "bookmark", body: { url: "https://blog.example/wrens" } });
    expect(knownPage(library.synced, "bookmark", "https://blog.example/wrens")).toBeNull();
  });

  it("is found by either address of a deck", async () => {
    const api = new ChangesApi();
    const other = "https://speakerdeck.com/ada/birds-of-2020";
    api.saveStock(other, { title: "Birds", canonical_url: DECK });
    const { library } = await openPage([], api);
    expect([DECK, other].map((address) => knownPage(library.synced, "stock", address))).toEqual(["Birds", "Birds"]);
  });
});

it("what this device knows of a page is also what waits to be saved", async () => {
  const { library } = await openPage();
  await library.queue.enqueue({ create: "bookmark", body: { url: OWLS } });
  expect(itemsOfPage(library.synced, "bookmark", `${OWLS}#end`)).toMatchObject([
    { item: null, waiting: [{ intent: { body: { url: OWLS } } }] },
  ]);
  expect(itemsOfPage(library.synced, "bookmark", DECK)).toEqual([]);
});
