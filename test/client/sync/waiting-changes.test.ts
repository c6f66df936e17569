import { beforeEach, describe, expect, it } from "vitest";
import type { Intent, MagpieClient, SyncStorage } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import { slowPages } from "./slow-pages.ts";
import type { Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

const URL_A = "https://example.com/a";
const change: Intent = { update: "bookmark", id: "b-1", body: { title: "Owls", note: "At night", tags: ["Night"] } };
const deletion: Intent = { delete: "bookmark", id: "b-1" };

let api: ChangesApi;
let storage: SyncStorage;
beforeEach(() => {
  api = new ChangesApi();
  api.saveBookmark(URL_A, { title: "Sparrows", note: "By day", tags: ["Day"] });
  storage = memorySyncStorage();
});

/** A tab that has synced. */
async function synced(queueStorage = memoryStorage()): Promise<Tab> {
  const tab = await openTab(api, queueStorage, storage);
  await tab.sync.refresh();
  return tab;
}

const titles = ({ sync }: Tab) => sync.list().map(({ item }) => item?.title);

describe("a change that waits", () => {
  it("is shown and found from the moment it is stored, and gone when it is discarded", async () => {
    const tab = await synced();
    const entry = await tab.queue.enqueue(change);
    expect(tab.sync.list()).toMatchObject([{ id: "b-1", item: { title: "Owls", url: URL_A }, waiting: [entry] }]);
    expect(tab.sync.get("bookmark", "b-1")).toMatchObject({ item: { note: "At night" } });
    for (const found of [tab.sync.search("owls"), tab.sync.search("at night"), tab.sync.list({ tag: "night" })]) {
      expect(found).toEqual(tab.sync.list());
    }
    expect([tab.sync.search("sparrows"), tab.sync.list({ tag: "day" })]).toEqual([[], []]);
    expect(tab.sync.waiting()).toMatchObject([{ id: "b-1", item: { title: "Sparrows" }, waiting: [entry] }]);
    await tab.queue.discard(entry);
    expect(tab.sync.list()).toMatchObject([{ item: api.listed()[0], waiting: [] }]);
    expect(tab.sync.search("sparrows")).toHaveLength(1);
    expect(tab.sync.waiting()).toEqual([]);
  });

  it("is of two quick ones the last, whatever the clocks of the API's containers say", async () => {
    const tab = await synced();
    await tab.queue.enqueue(change);
    await tab.queue.flush();
    await tab.queue.enqueue({ update: "bookmark", id: "b-1", body: { title: "Robins" } });
    api.skew = () => -60_000;
    await tab.queue.flush();
    expect(titles(tab)).toEqual(["Robins"]);
  });
});

describe("a deletion that waits", () => {
  it("hides its item, is found with its age, and brings the item back when it is discarded", async () => {
    const tab = await synced();
    const entry = await tab.queue.enqueue(deletion, { holdMs: 5_000 });
    expect([tab.sync.list(), tab.sync.search("sparrows"), tab.sync.get("bookmark", "b-1")]).toEqual([[], [], null]);
    expect(tab.sync.waiting()).toMatchObject([{ item: { title: "Sparrows" }, waiting: [entry] }]);
    expect(entry.notBefore).toMatch(/Z$/);
    await tab.queue.discard(entry);
    expect(titles(tab)).toEqual(["Sparrows"]);
  });

  it("leaves deleted what was deleted before it, although the save's lost answer is repeated", async () => {
    const tab = await openTab(api, memoryStorage(), storage);
    const save = await tab.queue.enqueue({ create: "bookmark", body: { url: "https://example.com/b" } });
    api.faults.push({ kind: "cut", after: true }, refused(400, "bad_luck"));
    await tab.queue.flush();
    await tab.queue.flush();
    await tab.sync.refresh();
    await tab.queue.enqueue({ delete: "bookmark", id: "b-2" });
    await tab.queue.flush();
    await tab.queue.retry(save);
    await tab.queue.flush();
    expect(titles(tab)).toEqual(["Sparrows"]);
  });
});

describe("a refresh that waits", () => {
  it("stands beside its item, whose new state is there with the answer", async () => {
    api.change("b-1", { status: "failed" });
    const tab = await synced();
    await tab.queue.enqueue({ refresh: "bookmark", id: "b-1" });
    expect(tab.sync.list()).toMatchObject([{ item: { status: "failed" }, waiting: [{ state: "waiting" }] }]);
    await tab.queue.flush();
    expect(tab.sync.list()).toMatchObject([{ item: { status: "retrying" }, waiting: [] }]);
  });
});

describe("a page of changes that was requested before an answer and arrives after it", () => {
  const cases: readonly (readonly [string, Intent, readonly string[]])[] = [
    ["change", change, ["Owls"]],
    ["deletion", deletion, []],
  ];

  it.each(cases)(
    "brings no old state back after a %s, in the tab that sent it and in another",
    async (_, intent, end) => {
      const pages = slowPages(api);
      const queueStorage = memoryStorage();
      const tab = await synced(queueStorage);
      const shown: (string | null | undefined)[][] = [];
      const follower: Tab = {
        queue: tab.queue,
        sync: await sync({
          client: pages,
          storage,
          queue: new OfflineQueue({ client: api.client(), storage: queueStorage }),
          onEvent: () => shown.push(titles(follower)),
        }),
      };
      await tab.queue.enqueue(intent);
      await follower.sync.read();
      api.change("b-1", { summary: "A page about sparrows." });
      const refreshing = follower.sync.refresh();
      await pages.made();
      await tab.queue.flush();
      expect(titles(tab)).toEqual(end);
      pages.arrive();
      // The page is requested again.
      await pages.made();
      expect([titles(tab), titles(follower)]).toEqual([end, end]);
      pages.arrive();
      expect(await refreshing).toMatchObject({ stopped: null });
      await tab.sync.read();
      for (const one of [tab, follower]) expect(one.sync.list().map(({ item }) => item)).toEqual(api.listed());
      expect(new Set(shown.map((each) => each.join()))).toEqual(new Set([end.join()]));
    },
  );

  it("is taken at once when it has what the answer has, or is about other items", async () => {
    const pages = slowPages(api);
    const tab = await synced();
    const follower = await sync({ client: pages, storage });
    api.saveBookmark("https://example.com/b", { title: "Wrens" });
    api.change("b-1", { title: "Owls", note: "At night", tags: ["Night"] });
    const refreshing = follower.refresh();
    await pages.made();
    await tab.queue.enqueue(change);
    await tab.queue.flush();
    pages.arrive();
    expect(await refreshing).toMatchObject({ changes: 2, stopped: null });
    expect(api.requests.filter(({ path }) => path.startsWith("/v1/changes"))).toHaveLength(2);
  });

  it("wins when another device has saved again what was deleted here, before the answer was there", async () => {
    const queueStorage = memoryStorage();
    const tab = await synced(queueStorage);
    const client = api.client();
    const bookmarks: MagpieClient["bookmarks"] = Object.create(client.bookmarks);
    bookmarks.delete = async (...call) => {
      await client.bookmarks.delete(...call);
      api.saveBookmark(URL_A, { title: "Saved again" });
      await tab.sync.refresh();
    };
    const queue = new OfflineQueue({ client: { bookmarks, stocks: client.stocks }, storage: queueStorage });
    const sender: Tab = { queue, sync: await sync({ client, storage, queue }) };
    await queue.enqueue(deletion);
    await queue.flush();
    expect(titles(sender)).toEqual(["Saved again"]);
    await sender.sync.refresh();
    expect(sender.sync.list().map(({ item }) => item)).toEqual(api.listed());
  });
});

describe("an answer that no change brings for ten minutes", () => {
  it("makes the sync begin again, so that the end is what the API has", async () => {
    const clock = new TestClock({ skipping: true });
    const tab = await openTab(api, memoryStorage(), storage, { clock });
    await tab.queue.enqueue(change);
    await tab.queue.flush();
    // Deleted before the first pass begins, which shows no deletion from before it.
    api.delete("b-1");
    api.saveBookmark("https://example.com/b", { title: "Wrens" });
    await tab.sync.refresh();
    expect(titles(tab)).toEqual(["Wrens", "Owls"]);
    clock.advance(600_001);
    await tab.sync.refresh();
    await tab.sync.refresh();
    expect(titles(tab)).toEqual(["Wrens"]);
    expect(tab.sync.state.isWhole).toBe(true);
  });
});
