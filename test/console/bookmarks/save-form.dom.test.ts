// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { refused } from "../../client/scripted-api.ts";
import { fill, loaded, press, search, settled, submit } from "../dom/acts.ts";
import { BLOG, headings, openBookmarks } from "../dom/bookmarks-page.ts";
import type { Page } from "../dom/page.ts";
import { entryOf } from "../dom/page.ts";
import { failed, focused, hasButton, textBox, texts, told } from "../dom/shown.ts";

let page: Page;

/** Saves a page by its address. */
async function save(address = `${BLOG}/wrens`): Promise<void> {
  await fill("Address or words", address);
  await submit();
}
const box = () => textBox("Address or words");

describe("saving a page", () => {
  it("stores it with what was typed, completes known tags, empties the form, and tells when it has arrived", async () => {
    page = await openBookmarks([{ title: "Owls", tags: ["night"] }]);
    textBox("Tags").focus();
    await fill("Tags", "ni");
    expect(texts("form [role=option]")).toEqual(["night"]);
    const typed = { Title: " Wrens ", Note: " small ", Tags: "birds," };
    for (const [label, text] of Object.entries(typed)) await fill(label, text);
    await save(" blog.example/wrens ");
    const body = { url: `${BLOG}/wrens`, title: "Wrens", note: "small", tags: ["birds"], created_from: "web" };
    expect(await page.intents()).toMatchObject([{ create: "bookmark", body }]);
    expect(told()).toBe("Saved on this device. It is sent as soon as possible.");
    const left = ["Address or words", ...Object.keys(typed)].map((label) => textBox(label).value);
    expect([left, headings()]).toEqual([
      ["", "", "", ""],
      ["Wrens", "Owls"],
    ]);
    expect(document.activeElement).toBe(box());
    await page.send();
    expect(told()).toBe("Saved: Wrens");
  });

  it("leaves out empty facts, also after a page that had all of them", async () => {
    page = await openBookmarks([]);
    await fill("Tags", "birds,");
    await save(`${BLOG}/owls`);
    await fill("Title", " ");
    await fill("Note", "  ");
    await save();
    const [, intent] = await page.intents();
    expect(Object.keys(intent !== undefined && "create" in intent ? intent.body : {}).sort()).toEqual([
      "created_from",
      "source_hint",
      "url",
    ]);
  });

  it("waits while a tag is too long, but not for one of an address that was given up", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/owls`);
    await fill("Tags", `${"a".repeat(51)},`);
    await submit();
    expect([await page.intents(), document.activeElement]).toEqual([[], textBox("Tags")]);
    await fill("Address or words", "https://speakerdeck.com/ada/owls");
    await press("Save to Slides");
    expect(await page.intents()).toEqual([]);
    await save("owls");
    expect(texts("form > .failure")).toEqual([
      "This is not a page's address. Copy the address from the browser's address bar.",
    ]);
  });

  it("leaves what was written about a page that is already saved, for no other page to get it", async () => {
    page = await openBookmarks([{ title: "Owls" }]);
    await save(`${BLOG}/Owls`);
    expect([box().value, focused()]).toEqual(["", "Owls"]);
    await fill("Note", "small");
    await save(`${BLOG}/Owls`);
    expect([box().value, textBox("Note").value, focused(), await page.intents()]).toEqual([
      `${BLOG}/Owls`,
      "small",
      "Owls",
      [],
    ]);
  });

  it("tells why a page was not saved", async () => {
    page = await openBookmarks([]);
    await save();
    page.api.faults.push(refused(400, "limit_reached"));
    await page.send();
    expect(failed()).toBe(`${BLOG}/wrens was not saved. Magpie refused this: because of limit_reached`);
  });

  it.each([
    ["", "Type or paste an address."],
    ["owls", "This is not a page's address. Copy the address from the browser's address bar."],
    ["ftp://blog.example/", "Only https:// and http:// addresses can be saved."],
  ])("explains that %j can't be saved, at the box, until something else is typed", async (typed, why) => {
    page = await openBookmarks([]);
    await save(typed);
    expect([texts(".one-field > .failure"), document.activeElement === box()]).toEqual([[why], true]);
    expect(await page.intents()).toEqual([]);
    await fill("Address or words", "blog.example");
    expect(texts(".one-field > .failure")).toEqual([]);
  });

  it.each([
    ["", 50, 50],
    ["?status=failed", 1, 0],
  ])("goes to the page that is already saved, beyond those that are shown: %s", async (search, others, shown) => {
    const titles = Array.from({ length: others }, (_, index) => `Page ${index}`);
    page = await openBookmarks([...titles, "Owls"], `bookmarks${search}`);
    expect(headings().length).toBe(shown);
    await save(`${BLOG}/Owls#nest`);
    expect([told(), await page.intents(), box().value]).toEqual(["Already saved: Owls", [], ""]);
    await act(settled);
    expect([headings().length, headings().at(-1), focused()]).toEqual([others + 1, "Owls", "Owls"]);
    expect(location.pathname + location.search).toBe("/app/bookmarks");
  });

  it("searches for words, and for nothing when an address is written", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks?q=owls");
    const details = () => textBox("Tags").closest<HTMLElement>("[hidden]") !== null;
    expect([box().value, headings(), details()]).toEqual(["owls", ["Owls"], true]);
    await search("wrens");
    expect([headings(), location.search, await page.intents()]).toEqual([["Wrens"], "?q=wrens", []]);
    await fill("Address or words", "blog.example/hens");
    expect(details()).toBe(false);
    await submit();
    expect([(await page.intents()).length, location.search]).toEqual([1, ""]);
  });

  it("searches for nothing once an address is saved that could be words", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks?q=owls");
    await save("birds.example");
    expect([(await page.intents()).length, location.search, headings().length]).toEqual([1, "", 3]);
  });

  it("forgets a search that still waited when the address was changed by Back", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks?q=owls");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await fill("Address or words", "wrens");
    history.replaceState(null, "", "/app/bookmarks?q=hens");
    await act(() => void dispatchEvent(new PopStateEvent("popstate")));
    await act(() => void vi.advanceTimersByTime(1_000));
    expect([location.search, box().value]).toEqual(["?q=hens", "hens"]);
  });

  it("offers the slides for a deck, with its note and its tags where there are some, and for nothing else", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", "speakerdeck.com/ada/birds");
    await fill("Note", " for the talk ");
    await press("Save to Slides");
    expect(told()).toBe("Deck saved on this device. It appears in Slides and is sent as soon as possible.");
    expect([box().value, hasButton("Save to Slides")]).toEqual(["", false]);
    const url = "https://speakerdeck.com/ada/birds";
    await fill("Address or words", `${url}2`);
    await fill("Tags", "birds,");
    await press("Save to Slides");
    expect(await page.intents()).toEqual([
      { create: "stock", body: { url, memo: "for the talk" } },
      { create: "stock", body: { url: `${url}2`, tags: ["birds"] } },
    ]);
    await fill("Address or words", BLOG);
    expect(hasButton("Save to Slides")).toBe(false);
  });

  it("goes to a page that waits, by its heading", async () => {
    page = await openBookmarks(["Owls"], "bookmarks", () => [
      entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks` } }),
    ]);
    await save(`${BLOG}/ducks`);
    expect([told(), focused()]).toEqual(["Already saved: blog.example/ducks", "blog.example/ducks"]);
    expect((await page.intents()).length).toBe(1);
  });

  it("tells once that a page has arrived", async () => {
    page = await openBookmarks([]);
    await save();
    await page.send();
    expect(told()).toBe("Saved: blog.example/wrens");
    page.api.change("b-1", { title: "Wrens" });
    await page.refresh();
    await act(settled);
    expect([headings(), told()]).toEqual([["Wrens"], "Saved: blog.example/wrens"]);
  });

  it("tells nothing more of a page whose save was cancelled", async () => {
    page = await openBookmarks([]);
    await save();
    await press("Cancel");
    await loaded();
    await press("Discard");
    expect([headings(), told(), failed()]).toEqual([[], "Cancelled.", null]);
  });

  it("tells that a page has arrived although a change of it still waits", async () => {
    page = await openBookmarks([]);
    await save();
    // What is queued while the page is being saved.
    page.api.meanwhile = () => {
      page.api.meanwhile = () => undefined;
      void page.queue.enqueue({ update: "bookmark", id: "b-1", body: { note: "soon" } }, { holdMs: 60_000 });
    };
    await page.send();
    expect(told()).toBe("Saved: blog.example/wrens");
    expect(texts(".waiting-note .facts > :first-child")).toEqual(["Change waiting to be sent"]);
  });
});
