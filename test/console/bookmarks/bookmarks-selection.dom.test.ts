// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import { fill, press, settled } from "../dom/acts.ts";
import { check, headings, openBookmarks } from "../dom/bookmarks-page.ts";
import type { Page } from "../dom/page.ts";
import { article, button, dialog, textBox, texts, told } from "../dom/shown.ts";

let page: Page;

describe("several bookmarks", () => {
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  async function selects(...titles: readonly string[]): Promise<void> {
    await press("Select");
    for (const title of titles) await check(title);
  }
  const selection = () => document.querySelector('section[aria-label="Selection"]') as HTMLElement;
  /** Opens the dialog, which is loaded then. */
  const tags = async () => {
    await press("Tag", selection());
    await vi.dynamicImportSettled();
    await act(settled);
  };
  const checked = () =>
    headings().filter((title) => article(title).querySelector<HTMLInputElement>("input[type=checkbox]")?.checked);
  const count = () => selection().querySelector("[role=status]")?.textContent;
  const areOff = () =>
    ["Delete", "Tag", "Fetch again"].map((name) => button(name, selection()).getAttribute("aria-disabled"));

  it("are selected one by one, all, and none, and nothing is done with none", async () => {
    page = await openBookmarks(["Owls", "Wrens", "Cats"]);
    expect(button("Select").getAttribute("aria-pressed")).toBe("false");
    await selects();
    expect([count(), button("Select").getAttribute("aria-pressed"), checked()]).toEqual(["0 selected", "true", []]);
    await press("Select");
    expect(document.querySelector('section[aria-label="Selection"]')).toBeNull();
    await selects("Owls", "Wrens");
    expect([count(), checked(), areOff()]).toEqual(["2 selected", ["Owls", "Wrens"], ["false", "false", "false"]]);
    await check("Owls");
    expect(count()).toBe("1 selected");
    await press("Select all 3", selection());
    expect(count()).toBe("3 selected");
    await press("Select none", selection());
    expect([count(), areOff()]).toEqual(["0 selected", ["true", "true", "true"]]);
    for (const name of ["Delete", "Tag", "Fetch again"]) await press(name, selection());
    expect([await page.intents(), document.querySelector("dialog[open]")]).toEqual([[], null]);
    await press("End selection", selection());
    expect(document.querySelector('section[aria-label="Selection"]')).toBeNull();
  });

  it("are deleted and read again at once, each with one Undo", async () => {
    page = await openBookmarks(["Owls", "Wrens", "Cats"]);
    await selects("Owls", "Wrens");
    await press("Fetch again", selection());
    expect(await page.intents()).toEqual([
      { refresh: "bookmark", id: "b-3" },
      { refresh: "bookmark", id: "b-2" },
    ]);
    expect(told()).toBe("Pages to fetch again: 2Undo");
    await press("Undo");
    expect([await page.intents(), told()]).toEqual([[], "Nothing was changed."]);
    await press("Delete", selection());
    expect([headings(), told(), count()]).toEqual([["Cats"], "Deleted: 2 itemsUndo", "0 selected"]);
    await press("Undo");
    expect(headings()).toEqual(["Owls", "Wrens", "Cats"]);
    await check("Cats");
    await press("Delete", selection());
    expect(told()).toBe("Deleted: CatsUndo");
    // One without a title is named by its address.
    page.api.change("b-3", { title: null });
    await page.refresh();
    await check("blog.example/Owls");
    await press("Delete", selection());
    expect(told()).toBe("Deleted: blog.example/OwlsUndo");
  });

  it("are all selected that a search has found, also those that are not shown yet", async () => {
    page = await openBookmarks(
      ["Cats", ...Array.from({ length: 51 }, (_, index) => `Owl ${index}`)],
      "bookmarks?q=owl",
    );
    expect(headings().length).toBeLessThanOrEqual(50);
    await selects();
    await press("Select all 51", selection());
    expect(count()).toBe("51 selected");
    await tags();
    await fill("Add tags", "birds,");
    await press("Change tags", dialog());
    expect([(await page.intents()).length, told()]).toEqual([51, "Tags changed: 51.Undo"]);
    await press("Undo");
    await press("Delete", selection());
    expect([(await page.intents()).length, headings()]).toEqual([51, []]);
    await press("Undo");
    expect(await page.intents()).toEqual([]);
  });

  it("are offered tags: all that are known to add, their own to remove", async () => {
    page = await openBookmarks([
      { title: "Owls", tags: ["night"] },
      { title: "Wrens", tags: many },
    ]);
    await selects("Wrens");
    await tags();
    expect(dialog().querySelector(".tag")).toBeNull();
    const offered = async (label: string) => {
      textBox(label).focus();
      await fill(label, "ni");
      const options = texts("dialog [role=option]");
      await fill(label, "");
      return options;
    };
    expect([await offered("Add tags"), await offered("Remove tags")]).toEqual([["night"], []]);
    await fill("Add tags", "more,");
    await press("Change tags", dialog());
    expect([await page.intents(), told().trim()]).toEqual([[], "1 would have more than 20 tags and was not changed."]);
  });

  it("get and lose tags; those that would have too many stay as they are", async () => {
    page = await openBookmarks([
      { title: "Owls", tags: ["Birds"] },
      { title: "Wrens", tags: many },
      { title: "Cats", tags: ["pets"] },
    ]);
    await selects("Owls", "Wrens", "Cats");
    await tags();
    expect(dialog().querySelector("h2")?.textContent).toBe("Change the tags of 3 selected");
    await fill("Add tags", "birds,");
    await fill("Remove tags", "pets,");
    await press("Change tags", dialog());
    expect(await page.intents()).toEqual([{ update: "bookmark", id: "b-1", body: { tags: ["birds"] } }]);
    expect(told()).toBe("Tags changed: 1. 1 would have more than 20 tags and was not changed.Undo");
    await press("Undo");
    await tags();
    await fill("Remove tags", "unknown,");
    await press("Change tags", dialog());
    expect([await page.intents(), told()]).toEqual([[], "These tags change nothing."]);
  });
});
