import { beforeEach, describe, expect, it } from "vitest";
import type { Intent, QueueEvent, QueueStorage } from "../../client/index.ts";
import { OfflineQueue } from "../../client/index.ts";
import { memoryStorage } from "./memory-storage.ts";
import type { Fault } from "./scripted-api.ts";
import { refused } from "./scripted-api.ts";
import { ChangesApi } from "./sync/changes-api.ts";
import { TestClock } from "./test-clock.ts";

let api: ChangesApi;
let events: QueueEvent[];
beforeEach(() => {
  api = new ChangesApi();
  for (const name of ["a", "b"]) api.saveBookmark(`https://example.com/${name}`);
  events = [];
});

const body = (minute: number) => {
  return { block: minute, offset: 0, progress: 0.5, at: `2026-11-20T03:${String(minute).padStart(2, "0")}:00.000Z` };
};
const place = (id: string, minute: number): Intent => ({ place: "bookmark", id, body: body(minute) });
const title: Intent = { update: "bookmark", id: "b-1", body: { title: "Owls" } };

function opened(storage: QueueStorage = memoryStorage()): OfflineQueue {
  const clock = new TestClock({ skipping: true });
  return new OfflineQueue({ client: api.client(), storage, clock, onEvent: (event) => events.push(event) });
}

const sent = () => api.requests.map(({ method, path, body: of }) => [method, path, (of as { block?: number }).block]);

describe("a place that waits", () => {
  it("replaces the one of its bookmark, and no other entry", async () => {
    const queue = opened();
    for (const intent of [place("b-1", 1), title, place("b-2", 2), place("b-1", 3)]) await queue.enqueue(intent);
    expect(events.map(({ type }) => type)).toEqual([...Array(4).fill("enqueued"), "discarded"]);
    const { places, waiting } = await queue.contents();
    expect(places.map(({ intent }) => [intent.id, intent.body.block])).toEqual([
      ["b-2", 2],
      ["b-1", 3],
    ]);
    expect(waiting.map(({ intent }) => intent)).toEqual([title]);
    expect(await queue.flush()).toEqual({ sent: 3, failed: 0, stopped: null });
    expect(sent()).toEqual([
      ["PATCH", "/v1/bookmarks/b-1", undefined],
      ["PUT", "/v1/bookmarks/b-2/place", 2],
      ["PUT", "/v1/bookmarks/b-1/place", 3],
    ]);
    expect((await queue.contents()).places).toEqual([]);
  });

  it("is sent although it comes while the one before is on its way", async () => {
    const queue = opened();
    await queue.enqueue(place("b-1", 1));
    const arrived = api.nextRequest();
    const flush = queue.flush();
    await arrived;
    await queue.enqueue(place("b-1", 2));
    await queue.flush();
    await flush;
    expect(sent().map(([, , block]) => block)).toEqual([1, 2]);
    expect(api.listed().find(({ id }) => id === "b-1")).toMatchObject({ place: body(2) });
  });

  it.each<[string, Fault[], number]>([
    ["whose bookmark is gone", [refused(404, "not_found")], 0],
    ["that is refused", [refused(400, "validation_error")], 0],
    ["that can't be sent now", [refused(503, "unavailable")], 1],
  ])("%s is given up without a word, or waits on", async (_, faults, left) => {
    const queue = opened();
    await queue.enqueue(place("b-1", 1));
    api.faults.push(...faults);
    expect(await queue.flush()).toMatchObject({ sent: 0, failed: 0 });
    const { places, failed } = await queue.contents();
    expect([places.length, failed.length]).toEqual([left, 0]);
  });
});

describe("a device that is full", () => {
  const full = new Error("full");
  /** A storage with space for so many entries. */
  function small(most: number): QueueStorage {
    const storage = memoryStorage();
    return {
      ...storage,
      add: async (entry) => {
        if ((await storage.list()).entries.length >= most) throw full;
        return storage.add(entry);
      },
    };
  }
  const save: Intent = { create: "bookmark", body: { url: "https://example.com/c" } };

  it("gives places up for a save", async () => {
    const queue = opened(small(2));
    for (const intent of [place("b-1", 1), title, save]) await queue.enqueue(intent);
    const { places, waiting } = await queue.contents();
    expect([places.length, waiting.length]).toEqual([0, 2]);
  });

  it("gives them up for several changes at once", async () => {
    const queue = opened(small(2));
    await queue.enqueue(place("b-1", 1));
    await queue.enqueueAll([title, save], 1_000);
    expect((await queue.contents()).waiting).toHaveLength(2);
  });

  it("gives nothing up for a place, and says so where nothing can be given up", async () => {
    const queue = opened(small(1));
    await queue.enqueue(place("b-1", 1));
    await expect(queue.enqueue(place("b-2", 2))).rejects.toBe(full);
    expect((await queue.contents()).places).toHaveLength(1);
    await queue.enqueue(save);
    await expect(queue.enqueue(title)).rejects.toBe(full);
    expect((await queue.contents()).waiting).toHaveLength(1);
  });
});
