import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Intent, OfflineQueueOptions, QueueEvent } from "../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import type { QueueStorage } from "../../client/offline/queue-storage.ts";
import { runs } from "../load.ts";
import { memoryStorage } from "./memory-storage.ts";
import { savedUrl } from "./saved-url.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

const cut: Fault = { kind: "cut" };
const lostAnswer: Fault = { kind: "cut", after: true };
const away = refused(503, "temporarily_unavailable");
const wrong = refused(400, "invalid_url");
const unauthorized: Fault = { kind: "answer", status: 401, body: '{"message":"Unauthorized"}' };

const bookmark = (name: string): Intent => ({ create: "bookmark", body: { url: `https://example.com/${name}` } });
const names = (bodies: readonly { url: string }[]) => bodies.map(({ url }) => new URL(url).pathname.slice(1));

function world(options: Partial<OfflineQueueOptions> = {}) {
  const api = new ScriptedApi();
  const clock = new TestClock({ skipping: false });
  const storage: QueueStorage = options.storage ?? memoryStorage();
  const client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", fetch: api.fetch, clock });
  const events: QueueEvent[] = [];
  const network = new EventTarget();
  const queue = new OfflineQueue({
    client,
    storage,
    clock,
    network,
    random: () => 0,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const enqueue = async (...all: string[]) => {
    for (const name of all) await queue.enqueue(bookmark(name));
  };
  const waiting = async () => names((await queue.contents()).waiting.map((entry) => ({ url: savedUrl(entry) })));
  return { api, clock, storage, queue, events, network, enqueue, waiting };
}

describe("enqueue", () => {
  it("rejects values that can't be sent", async () => {
    const { queue } = world();
    const body = { url: "https://example.com", note: 1n as unknown as string };
    await expect(queue.enqueue({ create: "bookmark", body })).rejects.toThrow(TypeError);
    expect((await queue.contents()).waiting).toEqual([]);
  });

  it("fails when the storage does", async () => {
    const full = new Error("disk full");
    const { queue, events } = world({ storage: { ...memoryStorage(), add: () => Promise.reject(full) } });
    await expect(queue.enqueue(bookmark("a"))).rejects.toBe(full);
    expect(events).toEqual([]);
  });
});

describe("flush", () => {
  it("counts time-outs, but no attempt without a connection", async () => {
    const { api, queue, clock, enqueue } = world({ maxStrikes: 2 });
    await enqueue("a");
    const hotspot: Fault = { kind: "answer", status: 200, body: "<html>Sign in</html>" };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      api.faults.push(attempt % 2 === 0 ? cut : hotspot);
      expect((await queue.flush()).stopped).toBe("trouble");
    }
    for (const stopped of ["trouble", null]) {
      api.faults.push({ kind: "hang" });
      const arrived = api.nextRequest();
      const flushed = queue.flush();
      await arrived;
      clock.advance(15_000);
      expect((await flushed).stopped).toBe(stopped);
    }
    expect((await queue.contents()).failed).toMatchObject([
      { attempts: 22, strikes: 2, lastError: { status: null, code: "timeout" } },
    ]);
  });

  it("pauses when the token is rejected, until resume", async () => {
    const { api, queue, enqueue, events, waiting } = world();
    await enqueue("a", "b");
    api.faults.push(unauthorized);
    expect(await queue.flush()).toEqual({ sent: 0, failed: 0, stopped: "unauthorized" });
    expect(queue.paused).toBe(true);
    expect(events.at(-1)).toEqual({ type: "paused" });
    expect((await queue.flush()).stopped).toBe("unauthorized");
    expect(api.requests).toHaveLength(1);
    expect((await queue.contents()).waiting[0]).toMatchObject({ attempts: 0, strikes: 0 });
    await enqueue("c");
    queue.resume();
    expect(await queue.flush()).toMatchObject({ sent: 3, stopped: null });
    expect(await waiting()).toEqual([]);
  });

  it("reads the storage once more when it is called at its very end", async () => {
    const storage = memoryStorage();
    const last = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const { api, queue, enqueue } = world({
      storage: {
        ...storage,
        async exclusively(work) {
          const done = await storage.exclusively(work);
          looked.resolve();
          await last.promise;
          return done;
        },
      },
    });
    const first = queue.flush();
    await looked.promise;
    await enqueue("a");
    const second = queue.flush();
    last.resolve();
    await Promise.all([first, second]);
    expect(names(api.created)).toEqual(["a"]);
  });

  it("does not touch a storage that another process is flushing", async () => {
    const storage = memoryStorage();
    const { api, queue, enqueue } = world({ storage });
    await enqueue("a");
    const other = world({ storage });
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    const hanging = queue.flush();
    await arrived;
    expect(await other.queue.flush()).toEqual({ sent: 0, failed: 0, stopped: "busy" });
    expect(other.api.requests).toEqual([]);
    await queue.stop();
    expect((await hanging).stopped).toBe("ended");
    expect(await other.queue.flush()).toMatchObject({ sent: 1, stopped: null });
    expect(other.api.requests[0]?.key).toBe(api.requests[0]?.key);
  });

  it("skips a discarded entry, and does not restore one that is being sent", async () => {
    const { api, queue, enqueue, waiting, events } = world();
    await enqueue("a", "b", "c");
    const [a, b] = (await queue.contents()).waiting;
    if (a === undefined || b === undefined) throw new Error("two entries were to be there");
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    const flushed = queue.flush();
    await arrived;
    await queue.discard(a);
    await queue.discard(b);
    await queue.stop();
    await flushed;
    expect(await waiting()).toEqual(["c"]);
    expect(events.filter(({ type }) => type === "discarded")).toHaveLength(2);
    await queue.flush();
    expect(names(api.created)).toEqual(["c"]);
  });

  it("passes on a programming error, and keeps the entry", async () => {
    const mistake = new TypeError("undefined is not a function");
    const client = new MagpieClient({
      baseUrl: "https://api.magpie.example",
      token: "t",
      fetch: () => {
        throw mistake;
      },
    });
    const { queue, enqueue, waiting } = world({ client });
    await enqueue("a");
    await expect(queue.flush()).rejects.toBe(mistake);
    expect(await waiting()).toEqual(["a"]);
    expect((await queue.contents()).waiting[0]?.attempts).toBe(0);
  });
});

describe("retry", () => {
  it("is noticed by a flush that has passed its place", async () => {
    const { api, queue, enqueue } = world({
      async onEvent(event) {
        const [failed] = (await queue.contents()).failed;
        if (event.type === "sent" && failed !== undefined) await queue.retry(failed);
      },
    });
    await enqueue("a", "b", "c");
    api.faults.push(wrong);
    expect(await queue.flush()).toEqual({ sent: 3, failed: 1, stopped: null });
    expect(names(api.created)).toEqual(["b", "c", "a"]);
  });
});

describe("a started queue", () => {
  it("tries again after growing waits, or when the API says, and begins with a short one after a success", async () => {
    const { api, queue, clock, enqueue } = world();
    await enqueue("a", "b");
    api.faults.push(cut, cut, refused(503, "temporarily_unavailable", { "retry-after": "120" }), undefined, cut);
    queue.start();
    const waits = [500, 1_000, 120_000, 500];
    for (const wait of waits) {
      await expect.poll(() => clock.waits.at(-1)).toBe(wait);
      clock.advance(wait);
    }
    await expect.poll(() => names(api.created)).toEqual(["a", "b"]);
    expect(clock.waits).toEqual(waits);
    await queue.stop();
  });

  it("returns to a storage that another process was flushing", async () => {
    const storage = memoryStorage();
    const { api, queue, clock, enqueue } = world({ storage });
    await enqueue("a");
    const free = Promise.withResolvers<void>();
    const other = storage.exclusively(() => free.promise);
    queue.start();
    await expect.poll(() => clock.waits).toEqual([500]);
    free.resolve();
    await other;
    clock.advance(500);
    await expect.poll(() => names(api.created)).toEqual(["a"]);
    await queue.stop();
  });
});

describe("for any sequence of events", () => {
  type Step =
    | { readonly enqueue: number }
    | { readonly flush: readonly (Fault | undefined)[] }
    | { readonly crash: true };

  const fault = fc.constantFrom(undefined, undefined, undefined, cut, lostAnswer, away, wrong, unauthorized);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ enqueue: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ flush: fc.array(fault, { maxLength: 6 }) }),
    fc.record({ crash: fc.constant(true as const) }),
  );

  it("nothing is lost or doubled, no key changes, and the order is kept", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const storage = memoryStorage();
        const { api, queue: first } = world({ storage });
        const client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", fetch: api.fetch });
        const reborn = () => new OfflineQueue({ client, storage, maxStrikes: 3 });
        let queue = first;
        const enqueued: { key: string; url: string }[] = [];
        for (const next of steps) {
          if ("crash" in next) queue = reborn();
          else if ("flush" in next) {
            api.faults.splice(0, Number.POSITIVE_INFINITY, ...next.flush);
            await queue.flush();
          } else {
            for (let count = 0; count < next.enqueue; count += 1) {
              const entry = await queue.enqueue(bookmark(`page-${enqueued.length}`));
              enqueued.push({ key: entry.idempotencyKey, url: savedUrl(entry) });
            }
          }
        }
        api.faults.length = 0;
        expect((await reborn().flush()).stopped).toBeNull();

        const { waiting, failed } = await reborn().contents();
        const aside = failed.map((entry) => ({ key: entry.idempotencyKey, url: savedUrl(entry) }));
        const asideKeys = new Set(aside.map(({ key }) => key));
        expect(waiting).toEqual([]);
        expect(aside).toEqual(enqueued.filter(({ key }) => asideKeys.has(key)));
        // In the order of enqueuing; a failed entry may have been created before its response was lost.
        const createdOrFailed = enqueued.filter(
          ({ key }) => !asideKeys.has(key) || api.created.some((created) => created.key === key),
        );
        expect(api.created).toEqual(createdOrFailed);
      }),
      runs(300),
    );
  });
});
