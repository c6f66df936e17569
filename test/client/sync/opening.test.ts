import { beforeEach, expect, it } from "vitest";
import type { QueueStorage, SyncEvent, SyncOptions, SyncStorage } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import type { Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

let api: ChangesApi;
let queue: QueueStorage;
let storage: SyncStorage;
beforeEach(async () => {
  api = new ChangesApi();
  queue = memoryStorage();
  storage = memorySyncStorage();
  for (let n = 1; n <= 5; n += 1) api.saveBookmark(`https://example.com/${n}`);
  api.saveStock("https://speakerdeck.com/a/b");
  await (await openTab(api, queue, storage)).sync.refresh();
});

const open = (options: Partial<SyncOptions>) => openTab(api, queue, storage, options);
const items = (tab: Tab) => tab.sync.list().map(({ item }) => item);

it("begins with the newest bookmarks of a storage that has more, and then has all", async () => {
  const events: SyncEvent["type"][] = [];
  const tab = await open({ preview: 2, onEvent: ({ type }) => events.push(type) });
  const first = items(tab);
  expect(first).toEqual(api.listed().slice(1, 3));
  expect(tab.sync.state).toMatchObject({ isRead: false, isWhole: false });
  expect(tab.sync.isPrepared).toBe(false);
  await tab.sync.read();
  expect(items(tab)).toEqual(api.listed());
  expect(tab.sync.state).toMatchObject({ isRead: true, isWhole: true });
  expect(events).toEqual(["changed", "synced"]);
  // The same objects, so that their items are not rendered again.
  expect(items(tab)[1]).toBe(first[0]);
  expect(items(tab)[2]).toBe(first[1]);
});

it("reads all at once of a storage that has fewer, or that can't tell", async () => {
  expect((await open({ preview: 6 })).sync.state.isRead).toBe(true);
  const { newest: _, ...others } = storage;
  const tab = await openTab(api, queue, others, { preview: 2 });
  expect(tab.sync.state.isRead).toBe(true);
  expect(items(tab)).toEqual(api.listed());
});

it("shows the newest as they will be once the waiting entries were sent", async () => {
  const before = await open({});
  await before.queue.enqueue({ delete: "bookmark", id: "b-5" });
  await before.queue.enqueue({ update: "bookmark", id: "b-4", body: { title: "Wrens" } });
  const tab = await open({ preview: 2 });
  expect(items(tab).map((item) => item?.title)).toEqual(["Wrens"]);
  expect(tab.sync.waiting().map(({ id }) => id)).toEqual(["b-5", "b-4"]);
});

it("has the items that another tab has stored since", async () => {
  const tab = await open({ preview: 2 });
  api.change("b-5", { title: "Wrens" });
  api.delete("b-4");
  await (await open({})).sync.refresh();
  await tab.sync.read();
  expect(items(tab)).toEqual(api.listed());
});
