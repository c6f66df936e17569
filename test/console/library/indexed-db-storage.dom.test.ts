import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { indexedDbStorage } from "../../../client/browser/index.ts";
import type { NewQueueEntry } from "../../../client/index.ts";
import { newEntry, queueStorageTests } from "../../client/queue-storage-tests.ts";
import { device } from "../dom/device.ts";

device();
let count = 0;
beforeEach(() => {
  count += 1;
});
afterEach(() => {
  vi.restoreAllMocks();
});
const open = () => indexedDbStorage(`queue ${count}`);

queueStorageTests(open);

it("a line that is not an entry is reported, and the entries after it are found", async () => {
  const storage = open();
  await storage.add({ hello: "world" } as unknown as NewQueueEntry);
  const entry = await storage.add(newEntry(1));
  const unreadable = [{ where: `queue ${count}, place 1`, reason: "It is not a valid entry." }];
  expect(await storage.list()).toEqual({ entries: [entry], unreadable });
  expect(await storage.firstWaiting(null)).toEqual(entry);
});

it("goes on with another connection where Safari has closed the one there was, without an event", async () => {
  const opened = vi.spyOn(indexedDB, "open");
  const storage = open();
  const first = await storage.add(newEntry(1));
  for (const { value } of opened.mock.results) value.result.close();
  const [second, third] = await Promise.all([storage.add(newEntry(2)), storage.add(newEntry(3))]);
  expect((await storage.list()).entries).toEqual([first, second, third]);
});
