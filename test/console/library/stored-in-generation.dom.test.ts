import { beforeEach, describe, expect, it } from "vitest";
import { deleteDatabase } from "../../../console/library/delete-database.ts";
import { queueStorage, syncStorage } from "../../../console/library/stored-in-generation.ts";
import { NO_TEXT, textStorage } from "../../../console/library/text-storage.ts";
import { currentGeneration, endGeneration, SignedOut } from "../../../console/session/generation.ts";
import { queued } from "../../client/queued.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import { device } from "../dom/device.ts";
import { textOf } from "../reading/a-text.ts";

device();
let count = 0;
let name = "";
beforeEach(() => {
  count += 1;
  name = `stored ${count}`;
});

const ENTRY = queued({ delete: "bookmark", id: "b" }, {});
const PAGE = { items: [], progress: { cursor: "c", generation: 0, isWhole: true, syncedAt: null } };

async function names(): Promise<readonly (string | undefined)[]> {
  return (await indexedDB.databases()).map((database) => database.name);
}

describe("the stores of a session", () => {
  it("work as the client's own until the session is ended, and then each access is refused and makes nothing", async () => {
    const generation = await currentGeneration();
    const queue = queueStorage(`${name} queue`, generation);
    const items = syncStorage(`${name} items`, generation);
    const texts = textStorage(`${name} texts`, generation);
    const entry = await queue.add(ENTRY);
    expect(await queue.firstWaiting(null)).toEqual(entry);
    expect(await queue.replace({ ...entry, attempts: 1 })).toBe(true);
    expect((await queue.list()).entries).toEqual([{ ...entry, attempts: 1 }]);
    await queue.delete(entry);
    expect((await queue.list()).entries).toEqual([]);
    expect((await items.read(null)).revision).toBe(0);
    expect(await items.write(0, PAGE)).toBe(true);
    expect((await items.read(null)).progress.cursor).toBe("c");

    await texts.change("b", { isOpened: true });
    expect(await texts.records()).toEqual([{ ...NO_TEXT, id: "b", isOpened: true }]);

    await endGeneration(generation, async () => {
      await deleteDatabase(`${name} items`);
      await deleteDatabase(`${name} texts`);
    });
    const tries = {
      add: () => queue.add(ENTRY),
      replace: () => queue.replace(entry),
      delete: () => queue.delete(entry),
      list: () => queue.list(),
      firstWaiting: () => queue.firstWaiting(null),
      read: () => items.read(null),
      write: () => items.write(1, PAGE),
      records: () => texts.records(),
      text: () => texts.read("b"),
      change: () => texts.change("b", {}),
      forget: () => texts.forget(["b"]),
    };
    for (const [method, attempt] of Object.entries(tries)) await expect(attempt(), method).rejects.toThrow(SignedOut);
    for (const kind of ["items", "texts"]) expect(await names()).not.toContain(`${name} ${kind}`);
    // What waits stays, and the next session of the person sends it.
    const next = queueStorage(`${name} queue`, await currentGeneration());
    await next.add(ENTRY);
    expect((await next.list()).entries.length).toBe(1);
  });
});

describe("the texts of a session", () => {
  it("are changed with their records, and deleted alone or with them", async () => {
    const texts = textStorage(name, await currentGeneration());
    const place = { block: 2, beginning: "Owls" };
    const content = textOf(bookmark());
    expect(await texts.read("b1")).toEqual({ record: null, text: null });
    await texts.change("b1", { place });
    await texts.change("b1", { readAt: content.read_at, bytes: 9 }, content);
    const record = { ...NO_TEXT, id: "b1", place, readAt: content.read_at, bytes: 9 };
    expect(await texts.read("b1")).toEqual({ record, text: content });
    await texts.change("b1", { isOpened: true });
    expect(await texts.read("b1")).toEqual({ record: { ...record, isOpened: true }, text: content });
    await texts.change("b1", { readAt: null, bytes: 0 }, null);
    await texts.change("b2", {}, content);
    expect(await texts.read("b1")).toEqual({ record: { ...NO_TEXT, id: "b1", place, isOpened: true }, text: null });
    await texts.forget(["b1", "b2"]);
    expect([await texts.records(), (await texts.read("b2")).text]).toEqual([[], null]);
  });

  it("are fetched by one tab at a time", async () => {
    const texts = textStorage(name, await currentGeneration());
    const done: boolean[] = [];
    await texts.exclusively(async () => {
      done.push(await texts.exclusively(async () => undefined));
    });
    expect(done).toEqual([false]);
  });
});

describe("deleting a database", () => {
  it("needs no existing database", async () => {
    await deleteDatabase(name);
    expect(await names()).not.toContain(name);
  });

  it("empties one that another page holds open and does not close, and deletes it when that page has closed it", async () => {
    const generation = await currentGeneration();
    await syncStorage(name, generation).write(0, PAGE);
    const opening = indexedDB.open(name);
    const held = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    await deleteDatabase(name);
    const counting = held.transaction("state").objectStore("state").count();
    expect(await new Promise((resolve) => (counting.onsuccess = () => resolve(counting.result)))).toBe(0);
    held.close();
    await expect.poll(names).not.toContain(name);
  });
});
