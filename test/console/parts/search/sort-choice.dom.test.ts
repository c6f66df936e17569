// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it } from "vitest";
import { choose } from "../../../../console/device/preferences.ts";
import { search, select, settled } from "../../dom/acts.ts";
import { headings, openBookmarks } from "../../dom/bookmarks-page.ts";
import { selectBox } from "../../dom/shown.ts";

// The preferences are those of all files of a process.
for (const around of [beforeEach, afterEach]) around(() => choose({ sort: "newest" }));

const BOOKMARKS = [{ title: "Owls" }, { title: "Hens" }, { title: "Wrens" }];

it("the order of a list is chosen, stands in its address beside a search, and is remembered on the device", async () => {
  await openBookmarks(BOOKMARKS);
  expect(selectBox("Order").value).toBe("newest");
  await select("Order", "title");
  await act(settled);
  expect([headings(), location.search]).toEqual([["Hens", "Owls", "Wrens"], "?sort=title"]);
  await search("-owls");
  expect([headings(), location.search]).toEqual([["Hens", "Wrens"], "?q=-owls&sort=title"]);
  await openBookmarks(BOOKMARKS);
  await act(settled);
  expect([selectBox("Order").value, headings()]).toEqual(["title", ["Hens", "Owls", "Wrens"]]);
});

it.each([
  ["?sort=title", ["Hens", "Owls", "Wrens"]],
  ["?sort=size", ["Owls", "Hens", "Wrens"]],
  ["?sort=", ["Owls", "Hens", "Wrens"]],
])("the order of an address is the list's, unless there is no such order: %s", async (address, titles) => {
  await openBookmarks(BOOKMARKS, `bookmarks${address}`);
  await act(settled);
  expect(headings()).toEqual(titles);
});
