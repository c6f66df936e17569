// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import type { Bookmark, NewQueueEntry } from "../../../client/index.ts";
import { ReadingScreen } from "../../../console/reading/reading-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { press, settled } from "../dom/acts.ts";
import { edit } from "../dom/bookmarks-page.ts";
import { links, rows } from "../dom/contents.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { button, dialog, hasButton, referred, textBox, texts, told } from "../dom/shown.ts";

const OWLS = "https://www.blog.example/owls";
let page: Page;

/** The screen of a bookmark, with what waits of it, after another one, `b-1`, was saved. */
async function shows(fields: Partial<Bookmark> = {}, entries: readonly NewQueueEntry[] = []): Promise<void> {
  const api = new ChangesApi();
  api.saveBookmark("https://www.blog.example/owls-at-night", { title: "Owls at night" });
  api.saveBookmark(OWLS, { title: "Owls", status: "done", ...fields });
  page = await openPage(entries, api);
  await page.show(ReadingScreen, "bookmarks/b-2", "bookmarks/:id");
  await act(settled);
}

/** What is known of the bookmark, in order. */
const facts = () => rows("dl div").map(([label]) => label);
const fact = (label: string) =>
  Array.from(document.querySelectorAll("dt")).find(({ textContent }) => textContent === label)?.nextElementSibling;

describe("what is known of a bookmark, beside its text", () => {
  it("shows the saved fields and the text of the page", async () => {
    await shows({
      summary: "They hoot.",
      note: "for winter",
      language: "ja",
      tags: ["birds"],
      site_name: "The hedge",
      author: "Ada",
      created_at: "2026-03-01T11:30:00.000Z",
      updated_at: "2026-04-02T11:30:00.000Z",
    });
    const [summary, note, about] = document.querySelectorAll(".about-page section");
    expect([summary, note, about].map((section) => referred(section, "aria-labelledby"))).toEqual([
      "Summary",
      "Note",
      "About this bookmark",
    ]);
    expect([texts("section p"), summary?.querySelector("p")?.lang]).toEqual([["They hoot.", "for winter"], "ja"]);
    expect(facts()).toEqual(["Site", "Author", "Address", "Saved", "Changed"]);
    expect(["Site", "Author", "Address"].map((label) => fact(label)?.textContent)).toEqual(["The hedge", "Ada", OWLS]);
    expect(fact("Saved")?.textContent).toContain("Mar 2026");
    expect(fact("Changed")?.textContent).toContain("Apr 2026");
    // A foreign text has its own language, a date the interface's.
    expect([fact("Site")?.hasAttribute("lang"), fact("Saved")?.hasAttribute("lang")]).toEqual([true, false]);
    expect(links(".tags")).toEqual([["birds", "/app/bookmarks?tag=birds"]]);
  });

  it("leaves out what is not known", async () => {
    await shows({ summary: null, site_name: "", author: null, language: null });
    expect(texts("section h2")).toEqual(["About this bookmark"]);
    expect(facts()).toEqual(["Address", "Saved", "Changed"]);
    expect(document.querySelector(".tags, .wrapping > .failure")).toBeNull();
    await shows({ summary: "They hoot.", language: null });
    expect(document.querySelector("section p")?.getAttribute("lang")).toBe("");
  });

  it("shows the copy of the page's picture, and asks no other site", async () => {
    await shows({ image_url: "https://site.example/i/a-2" });
    const images = Array.from(document.querySelectorAll("img"), (image) => image.getAttribute("src"));
    expect([images, hasButton("Show images")]).toEqual([["/i/a-2"], false]);
  });

  it("says why the page was not read, what waits, and tries it again", async () => {
    const entries = [entryOf({ update: "bookmark", id: "b-2", body: { note: "soon" } })];
    await shows({ status: "failed", error_code: "private", can_retry: true, title: null }, entries);
    expect(texts("h1")).toEqual(["blog.example/owls"]);
    expect(texts(".wrapping > .failure")).toEqual(["The page requires a login."]);
    expect(texts(".waiting-note .facts > :first-child")).toEqual(["Change waiting to be sent"]);
    const described = ["Try again", "Cancel", "Fetch again"].map((name) => referred(button(name), "aria-describedby"));
    expect(described).toEqual(["No text was kept for this page.", "About this bookmark", "About this bookmark"]);
    await press("Try again");
    expect((await page.intents())[1]).toEqual({ refresh: "bookmark", id: "b-2" });
    expect(told()).toBe("Fetching the page again.");
  });

  it("names the other bookmark of the page by title and host, and merges both with Undo once that was confirmed", async () => {
    await shows({ duplicate_of: "gone" });
    expect(hasButton("Merge")).toBe(false);
    await shows({ duplicate_of: "b-1" });
    expect(links(".duplicate")).toEqual([["Owls at night", "/app/bookmarks/b-1/read"]]);
    expect(document.querySelector(".duplicate a")?.parentElement?.textContent).toBe(
      "The same page as Owls at night (blog.example)",
    );
    await press("Merge");
    await vi.waitFor(dialog);
    expect(dialog().querySelector("p")?.textContent).toBe(
      `This one stays, with both notes, all your tags and the earlier date: “Owls at night” (https://www.blog.example/owls-at-night). This one is deleted, and its address leads to the other: “Owls” (${OWLS}).`,
    );
    await press("Keep both", dialog());
    expect(await page.intents()).toEqual([]);
    await press("Merge");
    await vi.waitFor(dialog);
    await press("Merge", dialog());
    expect(await page.intents()).toEqual([{ merge: "bookmark", id: "b-2", into: "b-1" }]);
    expect([told(), location.pathname]).toEqual(["Merged: OwlsUndo", "/app/bookmarks/b-1/read"]);
    await press("Undo");
    expect([await page.intents(), told()]).toEqual([[], "Nothing was merged."]);
  });

  it("edits the bookmark in a dialog, and deletes it with Undo, which leads to the list", async () => {
    await shows({ title: null });
    expect(document.querySelector("dialog")).toBeNull();
    await edit();
    expect(texts("dialog h2")).toEqual(["Edit “blog.example/owls”"]);
    expect([textBox("Title", dialog()).value, textBox("Note", dialog()).value]).toEqual(["", ""]);
    await press("Close", dialog());
    expect(document.querySelector("dialog")).toBeNull();
    await press("Delete");
    expect(await page.intents()).toEqual([{ delete: "bookmark", id: "b-2" }]);
    expect([location.pathname, told()]).toEqual(["/app/bookmarks", "Deleted: blog.example/owlsUndo"]);
  });

  it("follows changes that come from elsewhere", async () => {
    await shows();
    page.api.change("b-2", { title: "Owls at night" });
    await page.refresh();
    expect(texts("h1")).toEqual(["Owls at night"]);
    page.api.delete("b-2");
    await page.refresh();
    expect(texts("h1")).toEqual(["Bookmark"]);
    expect(texts(".empty")).toEqual(["This bookmark was not found. It may have been deleted."]);
    expect(texts("section")).toEqual([]);
  });
});
