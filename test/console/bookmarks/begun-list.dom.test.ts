// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { press, settled } from "../dom/acts.ts";
import { openBookmarks } from "../dom/bookmarks-page.ts";
import { links } from "../dom/contents.ts";
import { referred, texts } from "../dom/shown.ts";

describe("texts that a person has begun to read", () => {
  const place = { block: 1, offset: 2, progress: 0.5, at: "2026-11-02T11:30:00.000Z" };
  const begun = { words: 2_380, read_at: "2026-11-02T11:30:00.000Z", place };
  const begunList = () => document.querySelector<HTMLElement>(".begun");

  it("is above the list, with how much is left, and leads to the text; not beside a selection, or what a search finds", async () => {
    await openBookmarks([{ title: "Owls", ...begun, language: "en" }, { title: "Wrens" }]);
    expect([referred(begunList(), "aria-labelledby"), texts(".begun li span")]).toEqual([
      "Continue reading",
      ["5 min left"],
    ]);
    expect([links(".begun"), begunList()?.querySelector("a")?.lang]).toEqual([
      [["Owls", "/app/bookmarks/b-2/read"]],
      "en",
    ]);
    await press("Select");
    expect(begunList()).toBeNull();
    await openBookmarks([{ title: "Owls", ...begun }], "bookmarks?q=owls");
    expect(begunList()).toBeNull();
  });

  it("is there from the moment at which it is left, and gone at its end, without a network", async () => {
    const page = await openBookmarks([{ title: "Owls", ...begun, place: null }]);
    expect(begunList()).toBeNull();
    const left = async (progress: number, at: string) => {
      await act(async () => {
        await page.library.queue.enqueue({ place: "bookmark", id: "b-1", body: { ...place, progress, at } });
      });
      await act(settled);
      return texts(".begun li");
    };
    expect(await left(0.9, place.at)).toEqual(["Owls1 min left"]);
    expect(await left(0.96, "2026-11-02T11:31:00.000Z")).toEqual([]);
  });
});
