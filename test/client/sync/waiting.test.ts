import { beforeEach, describe, expect, it } from "vitest";
import type { Intent, QueueStorage, Sync, SyncOptions, SyncStorage } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import { openTab } from "./tab.ts";

const URL_A = "https://example.com/a";
const intent: Intent = { create: "bookmark", body: { url: URL_A, title: "Sparrows", tags: ["Birds"] } };

let api: ChangesApi;
beforeEach(() => {
  api = new ChangesApi();
});

const tab = (queueStorage?: QueueStorage, storage?: SyncStorage, options?: Partial<SyncOptions>) =>
  openTab(api, queueStorage, storage, options);

/** How often something of an address is listed. */
const shown = (opened: Sync, url: string) =>
  opened.list().filter(({ item, waiting }) => {
    return (item === null ? waiting[0].intent.body.url : "url" in item ? item.url : item.original_url) === url;
  });

describe("what was saved offline", () => {
  it("is listed and found from the moment it is stored, with its age and its error, until it is discarded", async () => {
    const { queue, sync } = await tab(memoryStorage());
    const { enqueuedAt } = await queue.enqueue(intent);
    await queue.enqueue({ create: "stock", body: { url: "https://speakerdeck.com/a/b", memo: "Owls" } });
    expect(sync.list({ type: "bookmark" })).toMatchObject([
      { type: "bookmark", id: null, item: null, waiting: [{ enqueuedAt, state: "waiting", lastError: null, intent }] },
    ]);
    for (const found of [sync.search("sparr"), sync.search("example.com/a"), sync.list({ tag: "birds" })]) {
      expect(found).toEqual(sync.list({ type: "bookmark" }));
    }
    expect(sync.search("owls")).toEqual(sync.list({ type: "stock" }));
    expect(sync.list({ status: "saving" })).toEqual([]);

    api.faults.push(refused(400, "blocked_address"));
    await queue.flush();
    const [{ waiting: [entry] = [] } = {}] = shown(sync, URL_A);
    expect(entry).toMatchObject({ state: "failed", lastError: { code: "blocked_address" } });
    if (entry === undefined) throw new Error("It is not listed.");
    await queue.discard(entry);
    expect(shown(sync, URL_A)).toEqual([]);
  });

  it("does not come back when its answer is repeated after it was deleted on another device", async () => {
    const { queue, sync } = await tab(memoryStorage());
    await queue.enqueue(intent);
    api.faults.push({ kind: "cut", after: true });
    await queue.flush();
    await sync.refresh();
    api.delete("b-1");
    await sync.refresh();
    expect(sync.list()).toMatchObject([{ item: null, waiting: [{ state: "waiting" }] }]);
    expect(await queue.flush()).toMatchObject({ sent: 1 });
    expect(sync.list()).toEqual([]);
  });

  it("stays listed while the feed of changes is behind, and goes if it was deleted before the first sync", async () => {
    const clock = new TestClock({ skipping: true });
    const { queue, sync } = await tab(memoryStorage(), memorySyncStorage(), { clock });
    await queue.enqueue(intent);
    await queue.flush();
    api.behind = 1;
    expect(await sync.refresh()).toMatchObject({ changes: 0, stopped: null });
    expect(shown(sync, URL_A)).toMatchObject([{ item: { url: URL_A } }]);
    api.delete("b-1");
    api.behind = 0;
    api.expireCursors();
    clock.advance(600_001);
    await sync.refresh();
    expect(sync.list()).toEqual([]);
  });

  it("is listed when it was stored while the queue was being read", async () => {
    const queueStorage = memoryStorage();
    let meanwhile: () => Promise<unknown> = () => Promise.resolve();
    const slow: QueueStorage = {
      ...queueStorage,
      async list() {
        const read = await queueStorage.list();
        const work = meanwhile();
        meanwhile = () => Promise.resolve();
        await work;
        return read;
      },
    };
    const { queue, sync } = await tab(slow);
    meanwhile = () => queue.enqueue(intent);
    await sync.read();
    expect(shown(sync, URL_A)).toHaveLength(1);
  });

  it("leaves the queue also when its answer can't be stored", async () => {
    const storage = memorySyncStorage();
    const errors: unknown[] = [];
    const client = api.client();
    const queue = new OfflineQueue({ client, storage: memoryStorage() });
    const full = { ...storage, write: () => Promise.reject(new Error("The disk is full.")) };
    await sync({ client, storage: full, queue, onError: (error) => errors.push(error) });
    await queue.enqueue(intent);
    expect(await queue.flush()).toMatchObject({ sent: 1, stopped: null });
    expect(errors).toHaveLength(1);
  });
});
