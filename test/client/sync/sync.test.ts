import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sync, SyncEvent, SyncStorage } from "../../../client/index.ts";
import { sync } from "../../../client/index.ts";
import { folderSyncStorage } from "../../../client/node/index.ts";
import { folderOfEachTest } from "../../local/temporary-folders.ts";
import { refused } from "../scripted-api.ts";
import { ChangesApi } from "./changes-api.ts";
import { Killed, Program } from "./killed.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import { slowPages } from "./slow-pages.ts";

let api: ChangesApi;
const folder = folderOfEachTest();
const opened: Sync[] = [];
beforeEach(() => {
  api = new ChangesApi();
});
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

async function open(storage: SyncStorage, onEvent: (event: SyncEvent) => void = () => undefined): Promise<Sync> {
  const one = await sync({ client: api.client(), storage, onEvent, onError });
  opened.push(one);
  return one;
}

function onError(error: unknown): void {
  if (!(error instanceof Killed)) throw error;
}

const items = (one: Sync) => one.list().map(({ item }) => item);

const storages: readonly (readonly [string, () => () => SyncStorage])[] = [
  [
    "in memory",
    () => {
      const storage = memorySyncStorage();
      return () => storage;
    },
  ],
  ["in a folder", () => () => folderSyncStorage(folder.path)],
];

describe("a sync", () => {
  it.each(storages)("%s ends with exactly the lists after a kill at any operation", async (_name, make) => {
    api.most = 2;
    for (let last = 1, hasEnded = true; hasEnded; last += 1) {
      for (const isDone of [false, true]) {
        api = new ChangesApi();
        api.most = 2;
        rmSync(folder.path, { recursive: true, force: true });
        const storage = make();
        for (let n = 0; n < 5; n += 1) api.saveBookmark(`https://example.com/${n}`);
        const program = new Program(last, isDone);
        const dying = program.using(storage(), ["read", "write"]);
        try {
          const before = await open(dying);
          await before.refresh();
          api.delete("b-2");
          api.change("b-3", { title: "Changed" });
          await before.refresh();
          api.delete("b-1");
          api.expireCursors();
          await before.refresh();
        } catch (error) {
          expect(error).toBeInstanceOf(Killed);
        }
        hasEnded = program.hasEnded;
        const after = await open(storage());
        expect(await after.refresh()).toMatchObject({ stopped: null });
        expect(items(after)).toEqual(api.listed());
      }
    }
  });

  it("shows everything that is still there while it begins again, also after a restart in the middle", async () => {
    api.most = 2;
    for (let n = 0; n < 7; n += 1) api.saveBookmark(`https://example.com/${n}`);
    const storage = memorySyncStorage();
    await (await open(storage)).refresh();
    api.delete("b-4");
    api.expireCursors();
    const shown: number[] = [];
    const one = await open(storage, () => shown.push(one.list().length));
    api.faults.push(undefined, undefined, refused(400, "bad_luck"));
    expect(await one.refresh()).toMatchObject({ stopped: "trouble" });
    const another = await open(storage, () => shown.push(another.list().length));
    expect(another.list()).toHaveLength(7);
    expect(another.state.isWhole).toBe(false);
    expect(await another.refresh()).toMatchObject({ stopped: null });
    expect(items(another)).toEqual(api.listed());
    expect(new Set(shown)).toEqual(new Set([7, 6]));
    expect(api.requests.filter(({ path }) => !path.includes("cursor"))).toHaveLength(2);
  });

  it("reports the time of its reading, or why it failed", async () => {
    const events: SyncEvent["type"][] = [];
    api.saveBookmark("https://example.com/a");
    const one = await open(memorySyncStorage(), ({ type }) => events.push(type));
    expect(one.state).toMatchObject({ syncedAt: null, isWhole: false, error: null });
    const refreshing = [one.refresh(), one.refresh()];
    expect(one.state.isRefreshing).toBe(true);
    expect(await Promise.all(refreshing)).toEqual(Array(2).fill({ changes: 1, stopped: null, error: null }));
    expect(one.state).toMatchObject({ isWhole: true, isRefreshing: false });
    expect(one.state.syncedAt).not.toBeNull();
    expect(events).toEqual(["changed", "synced"]);

    api.faults.push(refused(403, "forbidden"), { kind: "answer", status: 401, body: '{"message":"Unauthorized"}' });
    expect(await one.refresh()).toMatchObject({ stopped: "trouble", error: { code: "forbidden" } });
    expect(one.state.error).toMatchObject({ code: "forbidden" });
    expect(await one.refresh()).toMatchObject({ stopped: "unauthorized" });
    expect(await one.refresh()).toMatchObject({ stopped: "unauthorized" });
    expect(one.state.paused).toBe(true);
    expect(api.requests).toHaveLength(3);
    one.resume();
    expect(await one.refresh()).toMatchObject({ stopped: null });
    expect(one.state).toMatchObject({ paused: false, error: null });
    expect(events).toEqual(["changed", "synced", "failed", "paused", "synced"]);
    expect(one.list()).toHaveLength(1);
  });

  it.each(storages)("%s: a follower that has lost its lock puts no old page over a newer one", async (_name, make) => {
    const unlocked = (storage: SyncStorage): SyncStorage => ({
      ...storage,
      exclusively: (work) => work().then(() => true),
    });
    const storage = make();
    api.saveBookmark("https://example.com/a", { title: "Old" });
    const pages = slowPages(api);
    const suspended = await sync({ client: pages, storage: unlocked(storage()) });
    opened.push(suspended);
    const late = suspended.refresh();
    await pages.made();
    api.change("b-1", { title: "New" });
    const other = await open(unlocked(storage()));
    await other.refresh();
    pages.arrive();
    expect(await late).toMatchObject({ stopped: "busy" });
    await other.read();
    expect([items(suspended), items(other)]).toEqual([api.listed(), api.listed()]);
  });

  it.each(storages)("%s: one follows at a time, and the others see what it wrote", async (_name, make) => {
    const storage = make();
    const changed = Promise.withResolvers<void>();
    const one = await open(storage());
    const other = await open(storage(), () => changed.resolve());
    const { id } = api.saveBookmark("https://example.com/a");
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    const hanging = one.refresh();
    await arrived;
    expect(await other.refresh()).toMatchObject({ stopped: "busy" });
    await one.stop();
    expect(await hanging).toMatchObject({ stopped: "ended", error: null });
    await one.refresh();
    await changed.promise;
    await other.read();
    expect(items(other)).toEqual(api.listed());
    api.delete(id);
    await one.refresh();
    await other.read();
    expect(items(other)).toEqual([]);
  });
});
