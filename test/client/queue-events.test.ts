import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Intent, OfflineQueueOptions, QueueEvent, QueueStorage } from "../../client/index.ts";
import { OfflineQueue } from "../../client/index.ts";
import { memoryStorage } from "./memory-storage.ts";
import { refused } from "./scripted-api.ts";
import { ChangesApi } from "./sync/changes-api.ts";
import { TestClock } from "./test-clock.ts";

const NOW = "2026-11-20T03:00:00.000Z";
const deletion: Intent = { delete: "bookmark", id: "b-1" };
const save = (name: string): Intent => ({ create: "bookmark", body: { url: `https://example.com/${name}` } });

let api: ChangesApi;
let clock: TestClock;
let storage: QueueStorage;
let events: QueueEvent[];
beforeEach(() => {
  api = new ChangesApi();
  api.saveBookmark("https://example.com/a", { title: "A" });
  clock = new TestClock({ skipping: false });
  storage = memoryStorage();
  events = [];
});

const opened = (options: Partial<OfflineQueueOptions> = {}) =>
  new OfflineQueue({ client: api.client(), storage, clock, onEvent: (event) => events.push(event), ...options });
const types = () => events.map(({ type }) => type);
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("an entry", () => {
  it("has all that it needs to be sent later, and the end of its hold", async () => {
    const queue = opened();
    const common = { enqueuedAt: NOW, state: "waiting", attempts: 0, strikes: 0, lastError: null };
    const idempotencyKey = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await queue.enqueue(deletion)).toEqual({ idempotencyKey, intent: deletion, ...common, place: 1 });
    const notBefore = "2026-11-20T03:00:05.000Z";
    expect(await queue.enqueue(save("b"), { holdMs: 5_000 })).toEqual({
      idempotencyKey,
      intent: { create: "bookmark", body: { url: "https://example.com/b", source_hint: "other" } },
      ...common,
      notBefore,
      place: 2,
    });
    const deck: Intent = { create: "stock", body: { url: "https://speakerdeck.com/a/b" } };
    expect(await queue.enqueue(deck, { holdMs: 0 })).toEqual({ idempotencyKey, intent: deck, ...common, place: 3 });
  });

  it.each([
    ["the API", refused(503, "away"), { status: 503, code: "away", message: "503 away: because of away" }],
    [
      "the gateway",
      { kind: "answer", status: 503, body: '{"message":"No."}' } as const,
      { status: 503, code: null, message: "503: No." },
    ],
    [
      "the network",
      { kind: "cut" } as const,
      {
        status: null,
        code: "connection",
        message: "The API can't be reached, or the connection was lost; gave up after 1 attempt",
      },
    ],
  ])("says why %s has not taken it, and when", async (_who, fault, lastError) => {
    const queue = opened();
    const entry = await queue.enqueue(deletion);
    api.faults.push(fault);
    clock.advance(1_000);
    expect(await queue.flush()).toEqual({ sent: 0, failed: 0, stopped: "trouble" });
    const strikes = lastError.status === null ? 0 : 1;
    const kept = { ...entry, attempts: 1, strikes, lastError: { ...lastError, at: "2026-11-20T03:00:01.000Z" } };
    expect((await queue.contents()).waiting).toEqual([kept]);
    expect(events).toEqual([
      { type: "enqueued", entry },
      { type: "postponed", entry: kept },
    ]);
  });

  it("is set aside at its tenth strike", async () => {
    const queue = opened();
    await queue.enqueue(deletion);
    for (let strike = 1; strike <= 10; strike += 1) {
      api.faults.push(refused(500, "internal_error"));
      const last = { sent: 0, failed: 1, stopped: null };
      expect(await queue.flush()).toEqual(strike === 10 ? last : { sent: 0, failed: 0, stopped: "trouble" });
    }
    expect(types()).toEqual(["enqueued", ...Array(9).fill("postponed"), "failed"]);
  });

  it("that was discarded while the API refused it is neither kept nor reported as failed", async () => {
    const queue = opened();
    const entry = await queue.enqueue(deletion);
    api.faults.push(refused(400, "invalid_request"));
    const arrived = api.nextRequest();
    const flushed = queue.flush();
    await arrived;
    await queue.discard(entry);
    expect(await flushed).toEqual({ sent: 0, failed: 0, stopped: null });
    expect(types()).toEqual(["enqueued", "discarded"]);
    expect(await queue.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable: [] });
  });

  it("that is retried has no strikes any more, and is not retried while it waits or once it is gone", async () => {
    const queue = opened();
    await queue.enqueue(deletion);
    api.faults.push(refused(403, "forbidden"));
    await queue.flush();
    const [failed] = (await queue.contents()).failed;
    if (failed === undefined) throw new Error("It was to fail.");
    expect(failed).toMatchObject({ state: "failed", strikes: 1, attempts: 1 });
    const replacing = opened({ storage: { ...storage, replace: async () => false } });
    expect(await replacing.retry(failed)).toBe(false);
    expect(await queue.retry({ ...failed, idempotencyKey: "another" })).toBe(false);
    expect(await queue.retry(failed)).toBe(true);
    // It waits already.
    expect(await queue.retry(failed)).toBe(false);
    const waiting = { ...failed, state: "waiting", strikes: 0 };
    expect((await queue.contents()).waiting).toEqual([waiting]);
    expect(events.slice(2)).toEqual([{ type: "retried", entry: waiting }]);
  });
});

describe("a queue", () => {
  it("tells its listeners before its program, until they leave", async () => {
    const told: string[] = [];
    const queue = opened({ onEvent: ({ type }) => told.push(`program ${type}`) });
    const leave = queue.subscribe({
      sending: ({ place }) => {
        told.push(`sending ${place}`);
        return async ({ type, id, item }) => void told.push(`answer ${type} ${id} ${item}`);
      },
      events: (events) => told.push(...events.map(({ type }) => `listener ${type}`)),
    });
    await queue.enqueue(deletion);
    await queue.flush();
    leave();
    await queue.enqueue(save("b"));
    expect(told).toEqual([
      "listener enqueued",
      "program enqueued",
      "sending 1",
      "answer bookmark b-1 null",
      "listener sent",
      "program sent",
      "program enqueued",
    ]);
  });

  it("tells its listeners once of several entries that are stored, and that are discarded", async () => {
    const told: string[][] = [];
    const queue = opened();
    queue.subscribe({
      sending: () => async () => undefined,
      events: (events) => void told.push(events.map(({ type }) => type)),
    });
    const entries = await queue.enqueueAll([deletion, save("b")], 5_000);
    expect(entries.map(({ place }) => place)).toEqual([1, 2]);
    expect((await queue.flush()).stopped).toBe("held");
    await queue.discard(...entries);
    expect((await queue.contents()).waiting).toEqual([]);
    expect(told).toEqual([
      ["enqueued", "enqueued"],
      ["discarded", "discarded"],
    ]);
  });

  it("tells its listeners which item each answer is about", async () => {
    const deck = api.saveStock("https://speakerdeck.com/a/b");
    const answers: unknown[] = [];
    const queue = opened();
    queue.subscribe({
      sending: () => async (answer) => void answers.push(answer),
      events: () => undefined,
    });
    await queue.enqueue({ update: "bookmark", id: "b-1", body: { title: "B" } });
    await queue.enqueue({ update: "stock", id: deck.id, body: { memo: "M" } });
    await queue.enqueue({ delete: "stock", id: deck.id });
    await queue.flush();
    expect(answers).toEqual([
      { type: "bookmark", id: "b-1", item: api.listed()[0] },
      { type: "stock", id: deck.id, item: expect.objectContaining({ memo: "M" }) },
      { type: "stock", id: deck.id, item: null },
    ]);
  });

  it("goes on by itself when it is started: after a retry, a discarded hold, and a new sign-in", async () => {
    const queue = opened({ network: new EventTarget(), random: () => 0 });
    queue.start();
    await settled();
    api.faults.push(refused(403, "forbidden"));
    const entry = await queue.enqueue(deletion);
    await settled();
    expect(types()).toEqual(["enqueued", "failed"]);
    await queue.retry({ ...entry, state: "failed" });
    await settled();
    expect(types().slice(2)).toEqual(["retried", "sent"]);
    const held = await queue.enqueue(deletion, { holdMs: 5_000 });
    await queue.enqueue(save("b"));
    await settled();
    expect(clock.pending).toBe(1);
    await queue.discard(held);
    await settled();
    expect(types().slice(4)).toEqual(["enqueued", "enqueued", "discarded", "sent"]);
    api.faults.push({ kind: "answer", status: 401, body: '{"message":"Unauthorized"}' });
    await queue.enqueue(save("c"));
    await settled();
    expect([queue.paused, types().at(-1)]).toEqual([true, "paused"]);
    queue.resume();
    await settled();
    expect([queue.paused, types().at(-1)]).toEqual([false, "sent"]);
    await queue.stop();
  });

  it("shares a flush that is under way, and does not repeat one that has met trouble", async () => {
    const queue = opened();
    await queue.enqueue(deletion);
    api.faults.push(refused(503, "away"));
    const [first, second] = [queue.flush(), queue.flush()];
    expect(second).toBe(first);
    expect(await first).toEqual({ sent: 0, failed: 0, stopped: "trouble" });
    expect(api.requests).toHaveLength(1);
  });

  it("sends nothing by itself before its start and after its end", async () => {
    const network = new EventTarget();
    const queue = opened({ network });
    await queue.enqueue(deletion);
    await settled();
    queue.start();
    await queue.stop();
    api.requests.length = 0;
    await queue.enqueue(save("b"));
    network.dispatchEvent(new Event("online"));
    await settled();
    expect(api.requests).toEqual([]);
  });

  it("reports the error of a flush of its own, to the console if to nobody else, and works without callbacks", async () => {
    const gone = new Error("the storage is gone");
    const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => written.mockRestore());
    const queue = new OfflineQueue({
      client: api.client(),
      storage: { ...storage, firstWaiting: () => Promise.reject(gone) },
      clock,
    });
    await queue.enqueue(deletion);
    queue.start();
    await settled();
    expect(written.mock.calls).toEqual([[gone]]);
    await expect(queue.flush()).rejects.toBe(gone);
    await queue.stop();

    const broken: unknown[] = [];
    const reporting = opened({
      storage: { ...storage, firstWaiting: () => Promise.reject(gone) },
      onError: (error) => broken.push(error),
    });
    reporting.start();
    await settled();
    expect([broken, written.mock.calls.length]).toEqual([[gone], 1]);
    await reporting.stop();
  });
});
