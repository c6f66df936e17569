import { beforeEach, describe, expect, it } from "vitest";
import type { Intent, QueueEvent, QueueStorage } from "../../client/index.ts";
import { OfflineQueue } from "../../client/index.ts";
import { memoryStorage } from "./memory-storage.ts";
import { refused } from "./scripted-api.ts";
import { ChangesApi } from "./sync/changes-api.ts";
import { TestClock } from "./test-clock.ts";

const lostAnswer = { kind: "cut", after: true } as const;

let api: ChangesApi;
let clock: TestClock;
let storage: QueueStorage;
let events: QueueEvent[];
let queue: OfflineQueue;

beforeEach(() => {
  api = new ChangesApi();
  api.saveBookmark("https://example.com/a", { title: "A", status: "done", llm_status: "done" });
  api.saveStock("https://speakerdeck.com/a/b", { status: "ready" });
  clock = new TestClock({ skipping: false });
  storage = memoryStorage();
  events = [];
  queue = opened();
});

function opened(): OfflineQueue {
  const onEvent = (event: QueueEvent) => events.push(event);
  return new OfflineQueue({
    client: api.client(),
    storage,
    clock,
    network: new EventTarget(),
    random: () => 0,
    onEvent,
  });
}

const seen = () => api.requests.map(({ method, path, body }) => [method, path, body]);
const failures = async () => (await queue.contents()).failed.map(({ lastError }) => lastError?.code);

describe("a queue of changes", () => {
  it("sends changes, deletions and refreshes in the order in which they were enqueued", async () => {
    const intents: Intent[] = [
      { update: "bookmark", id: "b-1", body: { title: "B", tags: ["birds"] } },
      { refresh: "bookmark", id: "b-1" },
      { update: "stock", id: "s-2", body: { memo: "Owls" } },
      { refresh: "stock", id: "s-2" },
      { update: "bookmark", id: "b-1", body: { title: null } },
      { delete: "bookmark", id: "b-1" },
      { create: "bookmark", body: { url: "https://example.com/a", title: "New" } },
      { delete: "stock", id: "s-2" },
    ];
    for (const intent of intents) await queue.enqueue(intent);
    expect(await queue.flush()).toEqual({ sent: 8, failed: 0, stopped: null });
    expect(seen()).toEqual([
      ["PATCH", "/v1/bookmarks/b-1", { title: "B", tags: ["birds"] }],
      ["POST", "/v1/bookmarks/b-1/reprocess", undefined],
      ["PATCH", "/v1/stocks/s-2", { memo: "Owls" }],
      ["POST", "/v1/stocks/s-2/refetch", undefined],
      ["PATCH", "/v1/bookmarks/b-1", { title: null }],
      ["DELETE", "/v1/bookmarks/b-1", undefined],
      ["POST", "/v1/bookmarks", { url: "https://example.com/a", title: "New", source_hint: "other" }],
      ["DELETE", "/v1/stocks/s-2", undefined],
    ]);
    const answers = events.flatMap((event) => (event.type === "sent" ? [event.answer] : []));
    expect(answers.slice(-3)).toMatchObject([null, { title: "New" }, null]);
    expect(api.listed()).toMatchObject([{ title: "New" }]);
  });

  it("counts what an attempt whose answer was lost has done as done", async () => {
    const intents: Intent[] = [
      { refresh: "bookmark", id: "b-1" },
      { refresh: "stock", id: "s-2" },
      { delete: "bookmark", id: "b-1" },
      { delete: "stock", id: "s-2" },
    ];
    for (const intent of intents) {
      await queue.enqueue(intent);
      api.faults.push(lostAnswer);
      expect(await queue.flush()).toMatchObject({ stopped: "trouble" });
      expect(await queue.flush()).toEqual({ sent: 1, failed: 0, stopped: null });
    }
    expect(api.listed()).toEqual([]);
  });

  it("merges a bookmark once, which is gone then, although the first answer was lost", async () => {
    const { id: into } = api.saveBookmark("https://example.com/long");
    await queue.enqueue({ merge: "bookmark", id: "b-1", into });
    await queue.enqueue({ merge: "bookmark", id: "b-1", into: "none" });
    api.faults.push(lostAnswer);
    expect(await queue.flush()).toMatchObject({ stopped: "trouble" });
    expect(await queue.flush()).toEqual({ sent: 1, failed: 1, stopped: null });
    expect(events).toContainEqual(expect.objectContaining({ type: "sent", answer: null }));
    expect(api.listed()).toMatchObject([{ id: into, note: "with b-1" }, { id: "s-2" }]);
    expect(await failures()).toEqual(["not_found"]);
  });

  it("sets aside, with the reason, what is about a deleted item or is refused, and sends the others", async () => {
    api.delete("b-1");
    const intents: Intent[] = [
      { update: "bookmark", id: "b-1", body: { title: "B" } },
      { refresh: "bookmark", id: "b-1" },
      { delete: "bookmark", id: "b-1" },
      { update: "stock", id: "s-2", body: { memo: "x".repeat(6_000) } },
      { update: "stock", id: "s-2", body: { memo: "Owls" } },
    ];
    for (const intent of intents) await queue.enqueue(intent);
    api.faults.push(undefined, undefined, undefined, refused(400, "invalid_request"));
    expect(await queue.flush()).toEqual({ sent: 2, failed: 3, stopped: null });
    expect(await failures()).toEqual(["not_found", "not_found", "invalid_request"]);
    expect(api.listed()).toMatchObject([{ memo: "Owls" }]);
  });

  it("does not take a refusal of another kind for a deletion", async () => {
    await queue.enqueue({ delete: "bookmark", id: "b-1" });
    api.faults.push(refused(404, "unknown_route"));
    expect(await queue.flush()).toMatchObject({ sent: 0, failed: 1 });
    expect(api.listed()).toHaveLength(2);
  });

  it("refuses a value that is not an intent, and stores nothing", async () => {
    const intent = { archive: "bookmark", id: "b-1" };
    await expect(queue.enqueue(intent as unknown as Intent)).rejects.toThrow(/^An intent has one of create, update/);
    expect(await queue.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable: [] });
  });

  it("sends what an earlier version of the client has stored", async () => {
    const intent: Intent = { create: "bookmark", body: { url: "https://example.com/b" } };
    const stored = { idempotencyKey: "k", intent, enqueuedAt: "2025-01-01T00:00:00.000Z", state: "waiting" } as const;
    await storage.add({ ...stored, attempts: 0, strikes: 0, lastError: null });
    expect(await queue.flush()).toMatchObject({ sent: 1 });
    expect(api.requests).toMatchObject([{ key: "k", body: intent.body }]);
  });
});

describe("an entry that is held back", () => {
  const intent: Intent = { delete: "bookmark", id: "b-1" };

  it("is sent at the end of its hold, and later entries after it", async () => {
    queue.start();
    await queue.enqueue(intent, { holdMs: 5_000 });
    await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/b" } });
    await expect.poll(() => clock.pending).toBe(1);
    expect(await queue.flush()).toEqual({ sent: 0, failed: 0, stopped: "held" });
    clock.advance(4_999);
    expect(api.requests).toEqual([]);
    clock.advance(1);
    await expect.poll(() => seen().map(([method]) => method)).toEqual(["DELETE", "POST"]);
    await queue.stop();
  });

  it("is sent by a program that starts after its hold, and held by one that starts before", async () => {
    await queue.enqueue(intent, { holdMs: 5_000 });
    clock.advance(4_000);
    expect(await opened().flush()).toMatchObject({ stopped: "held" });
    clock.advance(1_000);
    expect(await opened().flush()).toMatchObject({ sent: 1, stopped: null });
  });

  it("is not held for longer when the clock is set back", async () => {
    await queue.enqueue(intent, { holdMs: 5_000 });
    clock.advance(-86_400_000);
    expect(await queue.flush()).toMatchObject({ sent: 1, stopped: null });
  });
});
