import { beforeEach, expect, it } from "vitest";
import type { Bookmark } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { refused } from "../scripted-api.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import type { Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

let api: ChangesApi;
let tab: Tab;
beforeEach(async () => {
  api = new ChangesApi();
  api.most = 2;
  for (let n = 1; n <= 5; n += 1) api.saveBookmark(`https://example.com/${n}`);
  tab = await openTab(api, memoryStorage(), memorySyncStorage());
});

/** The newest two bookmarks, as the API lists them now. */
const newest = () => api.listed().slice(0, 2) as Bookmark[];
const ids = () => tab.sync.list().map(({ id }) => id);

it("a first sync that is cut off shows the newest bookmarks, too, each once", async () => {
  tab.sync.preview(newest());
  expect(ids()).toEqual(["b-5", "b-4"]);
  api.faults.push(undefined, undefined, refused(400, "bad_luck"));
  await tab.sync.refresh();
  expect(tab.sync.state.isWhole).toBe(false);
  expect(ids()).toEqual(["b-5", "b-4", "b-3", "b-2", "b-1"]);
  expect(tab.sync.list().map(({ item }) => item)).toEqual(api.listed());
});

it("what is synced is newer than the list, whichever of them comes first", async () => {
  const before = newest();
  api.change("b-5", { title: "Wrens" });
  api.saveBookmark("https://example.com/6");
  api.saveBookmark("https://example.com/7");
  api.faults.push(undefined, undefined, undefined, refused(400, "bad_luck"));
  await tab.sync.refresh();
  tab.sync.preview(before);
  expect(tab.sync.list().map(({ item }) => item)).toEqual(api.listed().slice(1));
  await tab.sync.refresh();
  tab.sync.preview(before);
  expect(tab.sync.list().map(({ item }) => item)).toEqual(api.listed());
});
