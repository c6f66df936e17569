// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import type { NewQueueEntry, Stock, SyncState } from "../../../client/index.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { SlidesScreen } from "../../../console/slides/slides-screen.tsx";
import { providerNames } from "../../../lambdas/slides/provider-names.ts";
import { DECK_PROVIDERS } from "../../../lambdas/slides/providers.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { fill, loaded, press, select, settled } from "../dom/acts.ts";
import { check, edit } from "../dom/bookmarks-page.ts";
import { links } from "../dom/contents.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import {
  article,
  button,
  dialog,
  focused,
  hasButton,
  referred,
  selectBox,
  textBox,
  texts,
  told,
} from "../dom/shown.ts";
import { READY } from "./a-deck.ts";

const SITE = "speakerdeck.com/ada";
const AT = `https://${SITE}`;
let page: Page;

type Shown = string | (Partial<Stock> & { readonly title: string });

/** The screen with decks of these titles, the first one the newest, and with what waits to be sent. */
async function shows(decks: readonly Shown[], path = "slides", entries: readonly NewQueueEntry[] = []): Promise<void> {
  const api = new ChangesApi();
  for (const each of decks.toReversed()) {
    const fields = typeof each === "string" ? { title: each } : each;
    api.saveStock(`${AT}/${fields.title}`, { ...READY, ...fields });
  }
  page = await openPage(entries, api);
  await page.show(SlidesScreen, path);
  await act(settled);
}

const headings = () => texts("article h2");
const facts = (title: string) =>
  Array.from(article(title).querySelectorAll(".facts > *"), ({ textContent }) => textContent);
const isOff = (name: string, title: string) => button(name, article(title)).getAttribute("aria-disabled");

describe("a deck of the list", () => {
  it("shows what is known of it, and leads to its screen, its site and its tags", async () => {
    await shows([{ title: "Birds", memo: "For the talk", tags: ["a b"] }]);
    expect([texts("h1"), document.querySelector("ul.items")?.getAttribute("aria-label")]).toEqual([
      ["Slides"],
      "Slides",
    ]);
    const day = expect.stringMatching(/2025$|^1 Jan( 2026)?$/);
    expect(facts("Birds").slice(0, 4)).toEqual(["Ready", "Speaker Deck", day, "Ada"]);
    expect(document.querySelector("time")?.title).toMatch(/^(?:1 Jan 2026|31 Dec 2025), /);
    expect([texts("article .memo"), texts("article p.quiet, article .failure")]).toEqual([["For the talk"], []]);
    expect(links("article")).toEqual([
      ["Birds", "/app/slides/s-1"],
      ["Speaker Deck", `${AT}/Birds`],
      ["a b", "/app/slides?tag=a+b"],
    ]);
    const described = ["Edit", "Fetch again", "Delete"].map((name) => referred(button(name), "aria-describedby"));
    expect([referred(article("Birds"), "aria-labelledby"), ...described]).toEqual(["Birds", "Birds", "Birds", "Birds"]);
  });

  it("says which items are being fetched and which have failed", async () => {
    await shows([
      { title: "Birds", status: "pending", author_name: null },
      { title: "Owls", status: "failed", failure: { code: "private", message: "m" } as Stock["failure"] },
      { title: "Cats", status: "failed" },
    ]);
    expect(facts("Birds").slice(0, 2)).toEqual(["Pending", "Speaker Deck"]);
    expect(texts("article .chip")).toEqual(["Pending", "Failed", "Failed"]);
    expect(texts("article .facts > .failure")).toEqual([
      "The deck is private. Make it public at its site, then try again.",
      "The site's answer could not be read (unknown). Try again later.",
    ]);
    expect(["Birds", "Owls"].map((title) => hasButton("Try again", article(title)))).toEqual([false, true]);
    expect([isOff("Fetch again", "Birds"), isOff("Try again", "Owls")]).toEqual(["true", "false"]);
  });

  it("is fetched again once", async () => {
    await shows(["Birds", { title: "Owls", status: "failed" }, { title: "Cats", status: "pending" }]);
    await press("Fetch again", article("Cats"));
    expect([await page.intents(), isOff("Fetch again", "Birds")]).toEqual([[], "false"]);
    await press("Fetch again", article("Birds"));
    expect([told(), isOff("Fetch again", "Birds")]).toEqual(["Fetching the page again.", "true"]);
    expect(article("Birds").querySelector(".waiting-note")?.textContent).toContain("Waiting to be fetched again");
    await press("Fetch again", article("Birds"));
    isOffline.value = true;
    await press("Try again", article("Owls"));
    expect(await page.intents()).toEqual([
      { refresh: "stock", id: "s-3" },
      { refresh: "stock", id: "s-2" },
    ]);
    expect(told()).toBe("Change saved on this device. It is sent as soon as possible.");
  });

  it("is edited: only its note and its tags, which are completed from those that are known", async () => {
    await shows([
      { title: "Birds", memo: "old", tags: ["Nests"] },
      { title: "Owls", tags: ["owls at night"] },
    ]);
    await edit(article("Birds"));
    expect([texts("dialog h2"), texts("dialog label")]).toEqual([["Edit “Birds”"], ["Note", "Tags"]]);
    // What is in the menu of actions is gone with it, where that is a popover.
    expect(dialog().closest("[popover]")).toBeNull();
    expect([textBox("Note").value, hasButton("Use the summary's tags")]).toEqual(["old", false]);
    await fill("Note", "new ");
    textBox("Tags").focus();
    await fill("Tags", "nes");
    expect(texts("dialog [role=option]")).toEqual([]);
    await fill("Tags", "ow");
    expect(texts("dialog [role=option]")).toEqual(["owls at night"]);
    await fill("Tags", "owls,");
    await press("Save", dialog());
    const body = { memo: "new", tags: ["Nests", "owls"] };
    expect(await page.intents()).toEqual([{ update: "stock", id: "s-2", body }]);
  });

  it("is edited: what another device has changed meanwhile stays", async () => {
    await shows([{ title: "Birds", memo: "old", tags: ["nests"] }]);
    await edit(article("Birds"));
    page.api.change("s-1", { memo: "of a phone" });
    await page.refresh();
    await press("Remove nests", dialog());
    await press("Save", dialog());
    expect(await page.intents()).toEqual([{ update: "stock", id: "s-1", body: { tags: [] } }]);
  });

  it("is edited also when it leaves the list meanwhile", async () => {
    await shows([{ title: "Birds", status: "pending" }], "slides?status=pending");
    await edit(article("Birds"));
    await fill("Note", "new");
    page.api.change("s-1", { status: "ready" });
    await page.refresh();
    expect([headings(), textBox("Note").value]).toEqual([[], "new"]);
    await press("Save", dialog());
    expect(await page.intents()).toEqual([{ update: "stock", id: "s-1", body: { memo: "new" } }]);
  });

  it("shows the copy of its picture, and asks no other site", async () => {
    await shows(["Owls", { title: "Birds", thumbnail_url: "https://site.example/i/a-1" }]);
    const images = Array.from(document.querySelectorAll("img"), (image) => image.getAttribute("src"));
    expect([images, texts(".memo"), texts(".empty")]).toEqual([["/i/a-1"], [], []]);
  });
});

describe("a deck that is on this device only", () => {
  const unsent = entryOf({ create: "stock", body: { url: `${AT}/owls`, memo: "soon", tags: ["night"] } });

  it("shows what was written about it, and is cancelled after a question; the focus goes on", async () => {
    await shows(["Birds"], "slides", [unsent, entryOf({ create: "stock", body: { url: `${AT}/cats` } })]);
    expect(headings()).toEqual(expect.arrayContaining([`${SITE}/owls`, `${SITE}/cats`, "Birds"]));
    const owls = article(`${SITE}/owls`);
    expect(owls.querySelector(".memo")?.textContent).toBe("soon");
    expect(owls.querySelector(".tags a")?.getAttribute("href")).toBe("/app/slides?tag=night");
    expect(referred(owls, "aria-labelledby")).toEqual(`${SITE}/owls`);
    expect(referred(button("Cancel", owls), "aria-describedby")).toEqual(`${SITE}/owls`);
    const cats = article(`${SITE}/cats`);
    expect(cats.querySelector(".memo, .tags")).toBeNull();
    const [, next] = headings();
    await press("Cancel", article(headings()[0] ?? ""));
    await loaded();
    expect(texts("dialog p")[0]).toContain(`${headings()[0]} is only on this device.`);
    await press("Discard");
    expect([headings().length, focused(), (await page.intents()).length]).toEqual([2, next, 1]);
  });
});

describe("the list", () => {
  it("explains at first what it is for, and leads to the field that saves", async () => {
    await shows([]);
    expect(texts(".empty")).toEqual([
      `Save slide decks from ${providerNames("en")}, with their pictures, your notes and tags.`,
    ]);
    await press("Save the first deck");
    expect(document.activeElement).toBe(textBox("Address or words"));
  });

  it("says that its decks are being fetched, or why they can't be", async () => {
    await shows([]);
    await page.setSync({ isWhole: false });
    expect(texts(".list-bar .quiet").at(-1)).toBe("Fetching your decks: 0 so far.");
    await page.setSync({ error: new Error("lost") as SyncState["error"] });
    expect(texts(".empty")).toEqual(["Something unexpected happened: lost Try again"]);
    expect([document.querySelector(".skeleton"), texts(".list-bar .failure")]).toEqual([null, []]);
  });

  it("is of rows, or of cards, as the device remembers", async () => {
    const view = () => [
      document.querySelector("ul.items")?.className,
      ...["Rows", "Cards"].map((name) => button(name).getAttribute("aria-pressed")),
    ];
    await shows(["Birds"]);
    expect(view()).toEqual(["items rows ", "true", "false"]);
    await press("Cards");
    expect(view()).toEqual(["items cards ", "false", "true"]);
    await shows(["Owls"]);
    expect(view()).toEqual(["items cards ", "false", "true"]);
  });

  it("is filtered by status, site and tags, and keeps them in the address", async () => {
    const docswell = { provider: "docswell", canonical_url: "https://www.docswell.com/s/ada/59VDWM" } as const;
    await shows(
      [
        { title: "Birds", tags: ["a"] },
        { title: "Owls", tags: ["a"], status: "failed", ...docswell },
        { title: "Cats", tags: ["b"], ...docswell },
      ],
      "slides?tag=a",
    );
    expect(headings()).toEqual(["Birds", "Owls"]);
    const before = history.length;
    await select("Site", "docswell");
    // Back goes to the screen before.
    expect(history.length).toBe(before);
    expect([headings(), location.search]).toEqual([["Owls"], "?tag=a&provider=docswell"]);
    await select("Status", "ready");
    expect([headings(), texts(".empty")]).toEqual([[], ["No decks match the search."]]);
    expect(texts("h1")).toEqual(["Slides at Docswell tagged a: ready"]);
    await press("Remove a", document.querySelector<HTMLElement>(".filters > .tags") ?? undefined);
    expect([headings(), location.search]).toEqual([["Cats"], "?status=ready&provider=docswell"]);
    await select("Status", "");
    expect(headings()).toEqual(["Owls", "Cats"]);
    const sites = Array.from(selectBox("Site").options, ({ text }) => text);
    expect(sites).toEqual(["All", ...Object.values(DECK_PROVIDERS).map(({ names }) => names.en)]);
  });

  it("has its decks selected, tagged and deleted at once", async () => {
    await shows(["Birds", "Owls", { title: "Cats", tags: ["pets"] }]);
    await press("Select");
    await check("Birds");
    await check("Cats");
    await press("Tag");
    await vi.dynamicImportSettled();
    await act(settled);
    await fill("Add tags", "birds,");
    await press("Change tags", dialog());
    expect(await page.intents()).toEqual([
      { update: "stock", id: "s-3", body: { tags: ["birds"] } },
      { update: "stock", id: "s-1", body: { tags: ["pets", "birds"] } },
    ]);
    await press("Undo");
    await press("Star", document.querySelector<HTMLElement>(".selection") ?? undefined);
    expect(await page.intents()).toEqual([
      { update: "stock", id: "s-3", body: { starred: true } },
      { update: "stock", id: "s-1", body: { starred: true } },
    ]);
    await press("Undo");
    await press("Delete", document.querySelector<HTMLElement>(".selection") ?? undefined);
    expect([headings(), told()]).toEqual([["Owls"], "Deleted: 2 itemsUndo"]);
    expect(await page.intents()).toEqual([
      { delete: "stock", id: "s-3" },
      { delete: "stock", id: "s-1" },
    ]);
  });
});
