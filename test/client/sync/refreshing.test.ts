import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Bookmark, SyncEvent, SyncOptions, SyncStorage } from "../../../client/index.ts";
import { MagpieClient, sync } from "../../../client/index.ts";
import { NO_PROGRESS } from "../../../client/sync/sync-storage.ts";
import { memoryStorage } from "../memory-storage.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import { openTab } from "./tab.ts";

let api: ChangesApi;
beforeEach(() => {
  api = new ChangesApi();
  api.saveBookmark("https://example.com/a", { title: "Wrens" });
});

const opened = (options: Partial<SyncOptions> = {}) =>
  sync({ client: api.client(), storage: memorySyncStorage(), ...options });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a refresh", () => {
  it("begins again once, and never without a cursor", async () => {
    const one = await opened();
    const expired = refused(410, "cursor_expired");
    api.faults.push(expired);
    expect(await one.refresh()).toMatchObject({ changes: 0, stopped: "trouble", error: { code: "cursor_expired" } });
    expect(api.requests).toHaveLength(1);
    await one.refresh();
    api.faults.push(expired, expired);
    expect(await one.refresh()).toMatchObject({ stopped: "trouble", error: { code: "cursor_expired" } });
    expect(api.requests).toHaveLength(4);
    expect(await one.refresh()).toEqual({ changes: 1, stopped: null, error: null });
    api.faults.push(refused(400, "invalid_cursor"));
    expect(await one.refresh()).toEqual({ changes: 1, stopped: null, error: null });
    expect(api.requests).toHaveLength(7);
    api.faults.push(refused(410, "gone"));
    expect(await one.refresh()).toMatchObject({ stopped: "trouble", error: { code: "gone" } });
    expect(api.requests).toHaveLength(8);
  });

  it("asks for large pages from its cursor on, and counts the changes that it has stored", async () => {
    for (const name of ["b", "c"]) api.saveBookmark(`https://example.com/${name}`);
    api.most = 2;
    const one = await opened();
    api.faults.push(undefined, refused(403, "forbidden"));
    expect(await one.refresh()).toMatchObject({ changes: 2, stopped: "trouble" });
    expect(one.state).toMatchObject({ isWhole: false, syncedAt: null, error: { code: "forbidden" } });
    expect(await one.refresh()).toEqual({ changes: 1, stopped: null, error: null });
    expect(one.state).toMatchObject({ isWhole: true, error: null });
    const cursor = encodeURIComponent("0,2,3");
    const rest = `/v1/changes?limit=200&cursor=${cursor}`;
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/changes?limit=200", rest, rest]);
  });

  it("passes on an error that is neither the API's nor the network's, and can be repeated", async () => {
    const signedOut = new Error("signed out");
    let token: () => Promise<string> = () => Promise.reject(signedOut);
    const client = new MagpieClient({ baseUrl: "https://api.example", token: () => token(), fetch: api.fetch });
    const one = await opened({ client });
    await expect(one.refresh()).rejects.toBe(signedOut);
    expect(one.state).toMatchObject({ isRefreshing: false, error: null, paused: false });
    token = async () => "t";
    expect(await one.refresh()).toMatchObject({ stopped: null });
  });

  it("does not store a page that arrives after it was stopped", async () => {
    const client = api.client();
    const list = client.changes.list.bind(client.changes);
    const ended: Promise<void>[] = [];
    vi.spyOn(client.changes, "list").mockImplementation(async (query) => {
      const page = await list(query);
      ended.push(one.stop());
      return page;
    });
    const storage = memorySyncStorage();
    const one = await opened({ storage, client });
    expect(await one.refresh()).toEqual({ changes: 0, stopped: "ended", error: null });
    await Promise.all(ended);
    expect([ended.length, await storage.read(null)]).toMatchObject([1, { items: [], progress: NO_PROGRESS }]);
  });

  it("leaves the changes to a tab that has begun them again, although the tab has come to the same cursor", async () => {
    const storage = memorySyncStorage();
    const one = await opened({ storage });
    await one.refresh();
    const { progress, revision } = await storage.read(null);
    const begunAgain = { ...progress, generation: progress.generation + 1 };
    api.saveBookmark("https://example.com/b");
    api.meanwhile = () => void storage.write(revision, { items: [], progress: begunAgain });
    expect(await one.refresh()).toEqual({ changes: 0, stopped: "busy", error: null });
    expect((await storage.read(null)).progress).toEqual(begunAgain);
  });

  it("tells its time, and that it has ended, only when it has reached the end", async () => {
    const clock = new TestClock({ skipping: true });
    const events: SyncEvent["type"][] = [];
    const one = await opened({ clock, onEvent: ({ type }) => events.push(type) });
    await one.refresh();
    expect(one.state.syncedAt).toEqual(clock.now());
    await one.refresh();
    expect(one.state.syncedAt).toEqual(new Date(clock.now().getTime() + 1));
    expect(events).toEqual(["changed", "synced", "synced"]);
  });
});

describe("a sync", () => {
  it("reports what its queue does, once for each event that changes what is shown", async () => {
    const events: SyncEvent["type"][] = [];
    const { queue, sync: one } = await openTab(api, memoryStorage(), memorySyncStorage(), {
      onEvent: ({ type }) => events.push(type),
    });
    const second = await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/b" } });
    const third = await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/c" } });
    api.faults.push(refused(400, "invalid_url"));
    await queue.flush();
    expect(one.waiting()).toMatchObject([{ waiting: [{ place: second.place, state: "failed" }] }]);
    await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/d" } });
    await queue.retry(second);
    const places = () => one.waiting().flatMap(({ waiting }) => waiting.map(({ place }) => place));
    expect(places()).toEqual([second.place, third.place + 1]);
    await queue.discard(second);
    expect(places()).toEqual([third.place + 1]);
    expect(new Set(events)).toEqual(new Set(["changed"]));
  });

  it("reads the queue and the storage in the order of the queue, the failed entries too", async () => {
    const queueStorage = memoryStorage();
    const { queue } = await openTab(api, queueStorage);
    for (const name of ["b", "c"])
      await queue.enqueue({ create: "bookmark", body: { url: `https://example.com/${name}` } });
    api.faults.push(refused(400, "invalid_url"), refused(403, "forbidden"));
    await queue.flush();
    await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/b" } });
    const other = await openTab(api, queueStorage);
    expect(other.sync.waiting().map(({ waiting }) => waiting.map(({ place }) => place))).toEqual([[1, 3], [2]]);
  });

  it("lets go of its storage and its queue when it is closed", async () => {
    const storage = memorySyncStorage();
    let reads = 0;
    const counted: SyncStorage = {
      ...storage,
      read(revision) {
        reads += 1;
        return storage.read(revision);
      },
    };
    const events: SyncEvent[] = [];
    const { queue, sync: one } = await openTab(api, memoryStorage(), counted, {
      onEvent: (event) => events.push(event),
    });
    storage.announce();
    await settled();
    expect(reads).toBe(2);
    await one.close();
    storage.announce();
    await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/b" } });
    await settled();
    expect([reads, events]).toEqual([2, []]);
  });

  it("reports what it can't read by itself, on the console if to nobody else", async () => {
    const gone = new Error("the storage is gone");
    const storage = memorySyncStorage();
    let isGone = false;
    const broken: SyncStorage = {
      ...storage,
      read: (revision) => (isGone ? Promise.reject(gone) : storage.read(revision)),
    };
    const reported: unknown[] = [];
    await opened({ storage: broken, onError: (error) => reported.push(error) });
    await opened({ storage: broken });
    const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => written.mockRestore());
    isGone = true;
    storage.announce();
    await settled();
    expect([reported, written.mock.calls]).toEqual([[gone], [[gone]]]);
  });

  it("finds by words only, among what fits its filter, and gets one item of a type", async () => {
    api.saveStock("https://speakerdeck.com/a/b", { title: "Wrens" });
    const one = await opened();
    await one.refresh();
    expect([one.search("wrens").length, one.search("wrens", { type: "stock" }).length]).toEqual([2, 1]);
    expect([one.search(""), one.search(' ""'), one.search("owls")]).toEqual([[], [], []]);
    expect(one.get("bookmark", "b-1")).toMatchObject({ type: "bookmark", item: { title: "Wrens" } });
    expect([one.get("stock", "b-1"), one.get("bookmark", "s-2")]).toEqual([null, null]);
  });

  it("is prepared for searches when few texts are left, and prepares none that it has", async () => {
    for (let n = 2; n <= 50; n += 1) api.saveBookmark(`https://example.com/${n}`);
    const clock = new TestClock({ skipping: true });
    const one = await opened({ clock });
    await one.refresh();
    expect(one.isPrepared).toBe(true);
    api.saveBookmark("https://example.com/51");
    await one.refresh();
    expect(one.isPrepared).toBe(false);
    await Promise.all([one.prepare(), one.prepare()]);
    expect(one.isPrepared).toBe(true);
    clock.waits.length = 0;
    await one.prepare();
    expect(clock.waits).toEqual([]);
    api.change("b-1", { title: "Owls" });
    await one.refresh();
    await one.prepare();
    expect(clock.waits).toEqual([0]);
  });

  it("prepares nothing more when it is closed", async () => {
    const clock = new TestClock({ skipping: false });
    for (let n = 2; n <= 60; n += 1) api.saveBookmark(`https://example.com/${n}`);
    const one = await opened({ clock });
    await one.refresh();
    const prepared = one.prepare();
    await one.close();
    clock.advance(0);
    await prepared;
    expect(one.isPrepared).toBe(false);
  });

  it("reports neither items that existed when it was opened, nor a reading without news", async () => {
    const storage = memorySyncStorage();
    await (await opened({ storage })).refresh();
    const events: SyncEvent["type"][] = [];
    const one = await opened({ storage, onEvent: ({ type }) => events.push(type) });
    await one.read();
    expect([one.list().length, events]).toEqual([1, []]);
    one.preview([]);
    expect(events).toEqual([]);
    const first = await opened({ onEvent: ({ type }) => events.push(type) });
    first.preview([api.listed()[0] as Bookmark]);
    expect([first.list().length, events]).toEqual([1, ["changed"]]);
  });

  it("goes on when its queue is paused, and refreshes by itself only for what the queue has sent", async () => {
    const clock = new TestClock({ skipping: false });
    const { queue, sync: one } = await openTab(api, memoryStorage(), memorySyncStorage(), { clock });
    one.start();
    await settled();
    const refreshes = () => api.requests.filter(({ path }) => path.startsWith("/v1/changes")).length;
    await queue.enqueue({ delete: "bookmark", id: "b-1" });
    api.faults.push({ kind: "answer", status: 401, body: '{"message":"Unauthorized"}' });
    expect(await queue.flush()).toMatchObject({ stopped: "unauthorized" });
    await settled();
    expect([refreshes(), one.waiting().length]).toEqual([1, 1]);
    queue.resume();
    await queue.flush();
    await settled();
    expect([refreshes(), one.list()]).toEqual([2, []]);
    await one.stop();
  });

  it("prepares texts by itself once it is started, and stops then only to let others work", async () => {
    const measured = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => measured.mockRestore());
    for (let n = 2; n <= 60; n += 1) api.saveBookmark(`https://example.com/${n}`);
    const clock = new TestClock({ skipping: true });
    const one = await opened({ clock });
    await one.refresh();
    await settled();
    expect([one.isPrepared, clock.waits]).toEqual([false, []]);
    await one.prepare();
    expect([one.isPrepared, clock.waits]).toEqual([true, [0]]);
    for (let n = 61; n <= 120; n += 1) api.saveBookmark(`https://example.com/${n}`);
    const page = Object.assign(new EventTarget(), { visibilityState: "hidden" });
    const other = await opened({ clock, page });
    await other.refresh();
    other.start();
    await settled();
    expect(other.isPrepared).toBe(true);
    await other.stop();
    for (let n = 121; n <= 180; n += 1) api.saveBookmark(`https://example.com/${n}`);
    await other.refresh();
    await settled();
    expect(other.isPrepared).toBe(false);
  });
});
