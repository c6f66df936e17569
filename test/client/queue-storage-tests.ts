import { expect, it } from "vitest";
import type { NewQueueEntry, QueueEntry, QueueStorage } from "../../client/index.ts";
import { queued } from "./queued.ts";

/** An entry that has not been stored yet. */
export function newEntry(number: number): NewQueueEntry {
  const idempotencyKey = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return queued({ create: "bookmark", body: { url: `https://example.com/${number}` } }, { idempotencyKey });
}

export const keysOf = (entries: readonly QueueEntry[]) => entries.map(({ idempotencyKey }) => idempotencyKey);
export const keys = (...numbers: number[]) => numbers.map((number) => newEntry(number).idempotencyKey);
/** What is true of every storage of a queue. @param open opens the storage of a test, which is empty */
export function queueStorageTests(open: () => QueueStorage): void {
  it("keeps entries in order, each with its place", async () => {
    const storage = open();
    const added = await Promise.all([3, 1, 2].map((number) => storage.add(newEntry(number))));
    const { entries, unreadable } = await storage.list();
    expect(keysOf(entries)).toEqual(keys(3, 1, 2));
    expect(entries).toEqual(added);
    expect(added.map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(unreadable).toEqual([]);
  });

  it("replaces an entry in its place, and restores no deleted one", async () => {
    const storage = open();
    const first = await storage.add(newEntry(1));
    await storage.add(newEntry(2));
    expect(await storage.replace({ ...first, attempts: 4 })).toBe(true);
    const { entries } = await storage.list();
    expect(entries.map(({ attempts }) => attempts)).toEqual([4, 0]);
    await storage.delete(first);
    await storage.delete(first);
    expect(await storage.replace(first)).toBe(false);
    expect(keysOf((await storage.list()).entries)).toEqual(keys(2));
  });

  it("finds the first waiting entry, of all or after another", async () => {
    const storage = open();
    expect(await storage.firstWaiting(null)).toBeNull();
    const first = await storage.add(newEntry(1));
    const second = await storage.add(newEntry(2));
    expect(await storage.firstWaiting(null)).toEqual(first);
    expect(await storage.firstWaiting(first)).toEqual(second);
    expect(await storage.firstWaiting(second)).toBeNull();
    await storage.replace({ ...first, state: "failed" });
    expect(await storage.firstWaiting(null)).toEqual(second);
    await storage.delete(second);
    expect(await storage.firstWaiting(first)).toBeNull();
  });

  it("places an entry behind those that were deleted, which a flush may have passed", async () => {
    const storage = open();
    const first = await storage.add(newEntry(2));
    await storage.delete(first);
    const second = await storage.add(newEntry(1));
    expect(await storage.firstWaiting(first)).toEqual(second);
  });

  it("lets one caller in at a time, and the next one when it ends, even by an error", async () => {
    const storage = open();
    const inner: boolean[] = [];
    const done = await storage.exclusively(async () => {
      inner.push(await storage.exclusively(async () => undefined));
    });
    expect([done, ...inner]).toEqual([true, false]);
    const error = new Error("broken");
    await expect(storage.exclusively(() => Promise.reject(error))).rejects.toBe(error);
    expect(await storage.exclusively(async () => undefined)).toBe(true);
  });
}
