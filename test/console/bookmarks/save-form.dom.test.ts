// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fill, press, search, settled, submit } from "../dom/acts.ts";
import { BLOG, headings, openBookmarks } from "../dom/bookmarks-page.ts";
import type { Page } from "../dom/page.ts";
import { entryOf } from "../dom/page.ts";
import { failed, focused, hasButton, textBox, texts, told } from "../dom/shown.ts";

let page: Page;

describe("saving a page", () => {
  it("stores it with what was typed, empties the form, and tells when it has arrived", async () => {
    page = await openBookmarks(["Owls"]);
    await fill("Address or words", " blog.example/wrens ");
    await fill("Title", " Wrens ");
    await fill("Note", " small ");
    await fill("Tags", "birds,");
    await submit();
    expect(await page.intents()).toMatchObject([
      {
        create: "bookmark",
        body: { url: `${BLOG}/wrens`, title: "Wrens", note: "small", tags: ["birds"], created_from: "web" },
      },
    ]);
    expect(told()).toBe("Saved on this device. It is sent as soon as possible.");
    expect(["Address or words", "Title", "Note", "Tags"].map((label) => textBox(label).value)).toEqual([
      "",
      "",
      "",
      "",
    ]);
    expect([headings(), document.activeElement === textBox("Address or words")]).toEqual([["Wrens", "Owls"], true]);
    await page.send();
    expect(told()).toBe("Saved: Wrens");
  });

  it("leaves out what is empty, also after a page that had all", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/owls`);
    await fill("Tags", "birds,");
    await submit();
    await fill("Address or words", `${BLOG}/wrens`);
    await fill("Title", " ");
    await fill("Note", "  ");
    await submit();
    const [, intent] = await page.intents();
    expect(Object.keys(intent !== undefined && "create" in intent ? intent.body : {}).sort()).toEqual([
      "created_from",
      "source_hint",
      "url",
    ]);
  });

  it("tells why a page was not saved", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/wrens`);
    await submit();
    page.api.faults.push({
      kind: "answer",
      status: 400,
      body: JSON.stringify({ code: "validation_error", detail: "No room." }),
    });
    await page.send();
    expect(failed()).toBe(`${BLOG}/wrens was not saved. Magpie refused this: No room.`);
  });

  it.each([
    ["", "Type or paste an address."],
    ["owls", "This is not a page's address. Copy the address from the browser's address bar."],
    ["ftp://blog.example/", "Only https:// and http:// addresses can be saved."],
  ])("explains that %j can't be saved, at the box, until something else is typed", async (typed, why) => {
    page = await openBookmarks([]);
    await fill("Address or words", typed);
    await submit();
    const problem = () => document.querySelector(".one-field > .failure")?.textContent ?? null;
    expect([problem(), document.activeElement === textBox("Address or words")]).toEqual([why, true]);
    expect(await page.intents()).toEqual([]);
    await fill("Address or words", "blog.example");
    expect(problem()).toBeNull();
  });

  it.each([
    ["", 50, 50],
    ["?status=failed", 1, 0],
  ])("goes to the page that is already saved, beyond those that are shown: %s", async (search, others, shown) => {
    page = await openBookmarks(
      [...Array.from({ length: others }, (_, index) => `Page ${index}`), "Owls"],
      `bookmarks${search}`,
    );
    expect(headings().length).toBe(shown);
    await fill("Address or words", `${BLOG}/Owls#nest`);
    await submit();
    expect([told(), await page.intents(), textBox("Address or words").value]).toEqual(["Already saved: Owls", [], ""]);
    await act(settled);
    expect([headings().length, headings().at(-1), focused()]).toEqual([others + 1, "Owls", "Owls"]);
    expect(location.pathname + location.search).toBe("/app/bookmarks");
  });

  it("searches for words, and for nothing when an address is written", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks?q=owls");
    const details = () => textBox("Tags").closest<HTMLElement>("[hidden]") !== null;
    expect([textBox("Address or words").value, headings(), details()]).toEqual(["owls", ["Owls"], true]);
    await search("wrens");
    expect([headings(), location.search, await page.intents()]).toEqual([["Wrens"], "?q=wrens", []]);
    await fill("Address or words", "blog.example/hens");
    expect(details()).toBe(false);
    await submit();
    expect([(await page.intents()).length, location.search]).toEqual([1, ""]);
  });

  it("searches for nothing once an address is saved that could be words", async () => {
    page = await openBookmarks(["Owls", "Wrens"], "bookmarks?q=owls");
    await fill("Address or words", "birds.example");
    await submit();
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
    expect([location.search, textBox("Address or words").value]).toEqual(["?q=hens", "hens"]);
  });

  it("offers the slides for a deck", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", "speakerdeck.com/ada/birds");
    await fill("Note", " for the talk ");
    await press("Save to Slides");
    expect(await page.intents()).toEqual([
      { create: "stock", body: { url: "https://speakerdeck.com/ada/birds", memo: "for the talk" } },
    ]);
    expect(told()).toBe("Deck saved on this device. It appears in Slides and is sent as soon as possible.");
    expect([textBox("Address or words").value, hasButton("Save to Slides")]).toEqual(["", false]);
  });

  it("saves a deck with its tags, and leaves out an empty memo", async () => {
    page = await openBookmarks([]);
    const url = "https://speakerdeck.com/ada/birds";
    await fill("Address or words", url);
    await press("Save to Slides");
    await fill("Address or words", `${url}2`);
    await fill("Tags", "birds,");
    await press("Save to Slides");
    expect(await page.intents()).toEqual([
      { create: "stock", body: { url } },
      { create: "stock", body: { url: `${url}2`, tags: ["birds"] } },
    ]);
  });

  it("offers the slides for nothing else", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", BLOG);
    expect(hasButton("Save to Slides")).toBe(false);
  });

  it("completes tags from those that are known", async () => {
    page = await openBookmarks([{ title: "Owls", tags: ["night"] }]);
    textBox("Tags").focus();
    await fill("Tags", "ni");
    expect(texts("form [role=option]")).toEqual(["night"]);
  });

  it("goes to a page that waits, by its heading", async () => {
    page = await openBookmarks(["Owls"], "bookmarks", () => [
      entryOf({ create: "bookmark", body: { url: `${BLOG}/ducks` } }),
    ]);
    await fill("Address or words", `${BLOG}/ducks`);
    await submit();
    expect([told(), focused()]).toEqual(["Already saved: blog.example/ducks", "blog.example/ducks"]);
    expect((await page.intents()).length).toBe(1);
  });

  it("tells once that a page has arrived", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/wrens`);
    await submit();
    await page.send();
    expect(told()).toBe("Saved: blog.example/wrens");
    const [saved] = page.library.synced.list({ type: "bookmark" });
    page.api.change(String(saved?.id), { title: "Wrens" });
    await page.refresh();
    await act(settled);
    expect([headings(), told()]).toEqual([["Wrens"], "Saved: blog.example/wrens"]);
  });

  it("tells nothing more of a page whose save was cancelled", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/wrens`);
    await submit();
    await press("Cancel");
    await press("Discard");
    expect([headings(), told(), failed()]).toEqual([[], "Cancelled.", null]);
  });

  it("tells that a page has arrived although a change of it still waits", async () => {
    page = await openBookmarks([]);
    await fill("Address or words", `${BLOG}/wrens`);
    await submit();
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
