import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { StoredItem, SyncStorage, SyncWrite } from "../../../client/index.ts";
import { MagpieClient, sync } from "../../../client/index.ts";
import { folderSyncStorage } from "../../../client/node/index.ts";
import { folderOfEachTest } from "../../local/temporary-folders.ts";
import { kill, startChild } from "../child.ts";
import { serve } from "../scripted-api.ts";
import { ChangesApi } from "./changes-api.ts";

let api: ChangesApi;
const folder = folderOfEachTest();
beforeEach(() => {
  api = new ChangesApi();
});

const log = () => join(folder.path, "things.log");

/** A write of one item, as a page of changes makes it. */
function writeOf(id: string, text = ""): SyncWrite {
  const item = api.saveBookmark(`https://example.com/${id}`, { note: text });
  const stored: StoredItem = {
    type: "bookmark",
    id,
    item,
    changedAt: "2026-01-01T00:00:00.000Z",
    answeredAt: null,
    generation: 0,
    savedUnder: null,
  };
  return { items: [stored], progress: { cursor: id, generation: 0, isWhole: false, syncedAt: null } };
}

async function stored(): Promise<{ ids: string[]; cursor: string | null; revision: number }> {
  const { items, progress, revision } = await folderSyncStorage(folder.path).read(null);
  return { ids: items.map(({ id }) => id), cursor: progress.cursor, revision };
}

describe("folderSyncStorage", () => {
  it("keeps each write whole or not at all, wherever a crash has cut it off", async () => {
    const storage = folderSyncStorage(folder.path);
    await storage.write((await storage.read(null)).revision, writeOf("a"));
    const before = statSync(log()).size;
    await storage.write((await storage.read(null)).revision, writeOf("b"));
    const bytes = readFileSync(log()).length;
    for (const size of [bytes - 2, before + 1 + Math.floor((bytes - before) / 2), before + 1, before]) {
      truncateSync(log(), size);
      expect(await stored()).toEqual({ ids: ["a"], cursor: "a", revision: 1 });
    }
    appendFileSync(log(), '\n{"revision":2,"things":[{"ty');
    const after = folderSyncStorage(folder.path);
    expect(await after.write((await after.read(null)).revision, writeOf("c"))).toBe(true);
    expect(await stored()).toEqual({ ids: ["a", "c"], cursor: "c", revision: 2 });
  });

  it("takes one of two writes of the same revision, and tells the other that it was not written", async () => {
    const storages = ["a", "b", "c"].map((id) => ({ id, storage: folderSyncStorage(folder.path) }));
    for (let round = 0; round < 5; round += 1) {
      for (const { storage } of storages) await storage.read(null);
      const written = await Promise.all(storages.map(({ id, storage }) => storage.write(round, writeOf(id))));
      const winners = storages.filter((_, index) => written[index]).map(({ id }) => id);
      expect(winners).toHaveLength(1);
      expect(await stored()).toMatchObject({ cursor: winners[0], revision: round + 1 });
    }
  });

  it("begins anew where a power cut has left an empty file", async () => {
    appendFileSync(log(), "");
    const storage = folderSyncStorage(folder.path);
    expect(await storage.read(null)).toMatchObject({ items: [], revision: 0 });
    expect(await storage.write(0, writeOf("a"))).toBe(true);
    expect(await stored()).toMatchObject({ ids: ["a"] });
  });

  it("writes its log anew when most of it was replaced, and another process reads on", async () => {
    const [storage, other] = [folderSyncStorage(folder.path), folderSyncStorage(folder.path)];
    let { revision } = await storage.read(null);
    await storage.write(revision, writeOf("a", "x"));
    const known = await other.read(null);
    await storage.exclusively(async () => {
      for (let n = 0; n < 6; n += 1) {
        ({ revision } = await storage.read(null));
        await storage.write(revision, writeOf("b", "x".repeat(200_000)));
        api = new ChangesApi();
      }
    });
    expect(statSync(log()).size).toBeLessThan(300_000);
    expect(await stored()).toEqual({ ids: ["a", "b"], cursor: "b", revision: 7 });
    const read = await other.read(known.revision);
    expect([read.isAll, read.revision, read.items.length]).toEqual([true, 7, 2]);
    expect(await other.write(7, writeOf("c"))).toBe(true);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("leaves its log as it is until it has twice the bytes of its last rewriting, and a million more", async () => {
    const grow = async (times: number) => {
      const storage = folderSyncStorage(folder.path);
      await storage.exclusively(async () => {
        for (let n = 0; n < times; n += 1) {
          await storage.write((await storage.read(null)).revision, writeOf("a", "x".repeat(200_000)));
          api = new ChangesApi();
        }
      });
      return statSync(log()).size;
    };
    expect(await grow(7)).toBeLessThan(300_000);
    expect(await grow(5)).toBeGreaterThan(1_200_000);
    expect(await grow(1)).toBeLessThan(300_000);
  });

  it.each<[string, (other: SyncStorage) => unknown]>([
    ["a write", (other) => other.write(0, writeOf("a"))],
    ["an announcement", (other) => other.announce()],
  ])("calls back after %s of another process", async (_what, act) => {
    const called = Promise.withResolvers<void>();
    const end = folderSyncStorage(folder.path).subscribe(called.resolve);
    await act(folderSyncStorage(folder.path));
    await called.promise;
    end();
  });

  it("goes on where a killed process has ended", async () => {
    for (let n = 0; n < 9; n += 1) api.saveBookmark(`https://example.com/${n}`);
    api.most = 4;
    const served = await serve(api);
    try {
      api.faults.push(undefined, { kind: "hang" });
      const second = Promise.withResolvers<void>();
      api.meanwhile = () => void api.nextRequest().then(second.resolve);
      const child = startChild("sync-child.ts", folder.path, served.origin);
      await second.promise;
      await kill(child);
      const client = new MagpieClient({ baseUrl: served.origin, token: "t" });
      const again = await sync({ client, storage: folderSyncStorage(folder.path) });
      expect(again.list()).toHaveLength(4);
      expect(again.state.isWhole).toBe(false);
      expect(await again.refresh()).toMatchObject({ changes: 5, stopped: null });
      expect(again.list().map(({ item }) => item)).toEqual(api.listed());
      await again.close();
    } finally {
      await served.close();
    }
  });
});
