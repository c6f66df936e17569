import fc from "fast-check";
import { expect, it } from "vitest";
import type { Bookmark, QueueStorage, Sync, SyncStorage } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { runs } from "../../load.ts";
import { memoryStorage } from "../memory-storage.ts";
import type { Fault } from "../scripted-api.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { aroundEach } from "./around-each.ts";
import { ChangesApi } from "./changes-api.ts";
import { Killed, Program } from "./killed.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import type { Tab } from "./tab.ts";

const URLS = ["a", "b", "c"].map((name) => `https://example.com/${name}`);

/** What the user does in a tab with the n-th of three pages, by what this tab shows. */
type Deed =
  | { readonly do: "save"; readonly page: number; readonly title: string }
  | { readonly do: "change"; readonly page: number; readonly title: string }
  | { readonly do: "delete"; readonly page: number }
  | { readonly do: "refresh"; readonly page: number };
/** What a tab does by itself, while the other tab does the same or something else. */
type Work = "flush" | "refresh" | "restart" | "read" | "nothing";
interface Step {
  readonly deed: Deed | null;
  readonly works: readonly [Work, Work];
  readonly faults: readonly (Fault | undefined)[];
  /** Turns that each request and each answer takes. */
  readonly turns: readonly number[];
  /** Turns before and after the operations of the storages: what a tab reads may be out of date when it has it. */
  readonly pauses: readonly number[];
  readonly expires: boolean;
}

const page = fc.nat(URLS.length - 1);
const title = fc.stringMatching(/^[a-z]{3}$/);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant("save" as const), page, title }),
  fc.record({ do: fc.constant("change" as const), page, title }),
  fc.record({ do: fc.constant("change" as const), page, title }),
  fc.record({ do: fc.constant("delete" as const), page }),
  fc.record({ do: fc.constant("refresh" as const), page }),
);
const work = fc.constantFrom<Work>("flush", "flush", "refresh", "refresh", "restart", "read", "nothing");
const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  undefined,
  { kind: "cut" },
  { kind: "cut", after: true },
  { kind: "half" },
  refused(503, "unavailable"),
  { kind: "answer", status: 401, body: '{"message":"Unauthorized"}' },
);
const step: fc.Arbitrary<Step> = fc.record({
  deed: fc.option(deed),
  works: fc.tuple(work, work),
  faults: fc.array(fault, { maxLength: 3 }),
  turns: fc.array(fc.nat(40), { maxLength: 8 }),
  pauses: fc.array(fc.nat(12), { maxLength: 24 }),
  expires: fc.nat(9).map((n) => n === 0),
});

/** The API, the two tabs of a device, and what its storages hold. */
class World {
  readonly api: ChangesApi;
  readonly clock = new TestClock({ skipping: true });
  readonly turns: number[] = [];
  readonly pauses: number[] = [];
  readonly tabs: Tab[] = [];
  readonly queueStorage: QueueStorage;
  readonly storage: SyncStorage;

  constructor(
    api = new ChangesApi(),
    queueStorage: QueueStorage = memoryStorage(),
    storage: SyncStorage = memorySyncStorage(),
  ) {
    this.api = api;
    const slowly = async (work: () => Promise<unknown>) => {
      await turns(this.pauses.shift());
      const result = await work();
      await turns(this.pauses.shift());
      return result;
    };
    this.queueStorage = aroundEach(queueStorage, ["add", "replace", "delete", "list", "firstWaiting"], slowly);
    this.storage = aroundEach(storage, ["read", "write"], slowly);
    this.api.most = 2;
  }

  async open(): Promise<Tab> {
    const { clock, queueStorage, storage } = this;
    const client = this.api.client(async (request) => {
      await turns(this.turns.shift());
      const response = await this.api.fetch(request);
      await turns(this.turns.shift());
      return response;
    });
    const queue = new OfflineQueue({ client, storage: queueStorage, maxStrikes: Number.POSITIVE_INFINITY, clock });
    return { queue, sync: await sync({ client, storage, queue, clock, onError }) };
  }

  async work(index: number, what: Work): Promise<void> {
    const { queue, sync: opened } = this.tabs[index] ?? (await this.reopened(index));
    queue.resume();
    opened.resume();
    if (what === "flush") await queue.flush();
    else if (what === "refresh") await opened.refresh();
    else if (what === "read") await opened.read();
    else if (what === "restart") await this.reopened(index);
  }

  async reopened(index: number): Promise<Tab> {
    const before = this.tabs[index];
    await before?.queue.stop();
    await before?.sync.close();
    const tab = await this.open();
    this.tabs[index] = tab;
    return tab;
  }

  /** Sends and reads everything, without faults. */
  async settled(): Promise<void> {
    this.api.faults.length = 0;
    for (const { queue, sync: opened } of this.tabs) {
      queue.resume();
      opened.resume();
      expect(await queue.flush()).toMatchObject({ stopped: null });
      expect(await opened.refresh()).toMatchObject({ stopped: null });
    }
  }
}

async function turns(count = 0): Promise<void> {
  for (let n = 0; n < count; n += 1) await Promise.resolve();
}

function onError(error: unknown): void {
  if (!(error instanceof Killed)) throw error;
}

/** What is shown, by address: the title. */
function shown(opened: Sync): Map<string, string | null | undefined> {
  const rows = opened.list().map(({ item, waiting: [entry] }): [string, string | null | undefined] => {
    if (item !== null) return [(item as Bookmark).url, item.title];
    if (entry === undefined || !("create" in entry.intent)) throw new Error("It is neither there nor to be saved.");
    const { body } = entry.intent;
    return [body.url, "title" in body ? body.title : null];
  });
  expect(new Set(rows.map(([url]) => url)).size).toBe(rows.length);
  return new Map(rows.sort());
}

/** Does a deed in a tab, if what it is about is shown there, and in the model. */
async function done({ queue, sync: opened }: Tab, what: Deed, model: Map<string, string | null>): Promise<void> {
  const url = URLS[what.page] ?? "";
  if (what.do === "save") {
    if (!model.has(url)) model.set(url, what.title);
    await queue.enqueue({ create: "bookmark", body: { url, title: what.title } });
    return;
  }
  const id = opened.list().find(({ item }) => (item as Bookmark | null)?.url === url)?.id;
  if (id === null || id === undefined) return;
  if (what.do === "change") {
    model.set(url, what.title);
    await queue.enqueue({ update: "bookmark", id, body: { title: what.title } });
  } else if (what.do === "delete") {
    model.delete(url);
    await queue.enqueue({ delete: "bookmark", id });
  } else {
    await queue.enqueue({ refresh: "bookmark", id });
  }
}

it("shows at every moment what the user has done, in any order and with any fault, until it is what the API has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = new World();
      const [first, other] = [await world.reopened(0), await world.reopened(1)];
      expect([shown(first.sync), shown(other.sync)]).toEqual([new Map(), new Map()]);
      const model = new Map<string, string | null>();
      const look = () => {
        for (const tab of world.tabs) expect(shown(tab.sync)).toEqual(new Map([...model].sort()));
      };
      for (const { deed: what, works, faults, turns: delays, pauses, expires } of steps) {
        const [tab] = world.tabs;
        if (what !== null && tab !== undefined) await done(tab, what, model);
        await Promise.all(world.tabs.map(({ sync: opened }) => opened.read()));
        look();
        if (expires) world.api.expireCursors();
        world.api.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        world.turns.splice(0, Number.POSITIVE_INFINITY, ...delays);
        world.pauses.splice(0, Number.POSITIVE_INFINITY, ...pauses);
        let isOver = false;
        const over = Promise.all(works.map((each, index) => world.work(index, each))).finally(() => {
          isOver = true;
        });
        while (!isOver) {
          look();
          await Promise.resolve();
        }
        await over;
      }
      await world.settled();
      look();
      for (const { sync: opened } of world.tabs) {
        await opened.read();
        expect(opened.list().map(({ item }) => item)).toEqual(world.api.listed());
        expect(opened.waiting()).toEqual([]);
      }
    }),
    runs(150),
  );
});

it("ends with what the API has, whatever other devices do and however their containers' clocks differ", async () => {
  const others = fc.array(
    fc.record({
      do: fc.constantFrom("save", "change", "delete"),
      page,
      title,
      skew: fc.integer({ min: -3_000, max: 3_000 }),
    }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), others, async (steps, theirs) => {
      const world = new World();
      await world.reopened(0);
      await world.reopened(1);
      const { api } = world;
      const left = [...theirs];
      api.meanwhile = () => {
        const next = left.shift();
        if (next === undefined) return;
        api.skew = () => next.skew;
        const url = URLS[next.page] ?? "";
        const there = api.listed().find((item) => (item as Bookmark).url === url);
        if (next.do === "save") api.saveBookmark(url, { title: next.title });
        else if (there !== undefined && next.do === "change") api.change(there.id, { title: next.title });
        else if (there !== undefined) api.delete(there.id);
      };
      for (const { deed: what, works, faults, turns: delays, pauses, expires } of steps) {
        const [tab] = world.tabs;
        if (what !== null && tab !== undefined) await done(tab, what, new Map());
        if (expires) api.expireCursors();
        api.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        world.turns.splice(0, Number.POSITIVE_INFINITY, ...delays);
        world.pauses.splice(0, Number.POSITIVE_INFINITY, ...pauses);
        await Promise.all(works.map((each, index) => world.work(index, each)));
      }
      api.meanwhile = () => undefined;
      await world.settled();
      world.clock.advance(600_001);
      await world.settled();
      await world.settled();
      for (const { sync: opened } of world.tabs) {
        await opened.read();
        const items = new Set(opened.list().map(({ item }) => JSON.stringify(item)));
        expect(items).toEqual(new Set(api.listed().map((item) => JSON.stringify(item))));
        // What another device has deleted can't be changed: only that may be left, with its reason.
        for (const { waiting } of opened.waiting()) {
          for (const { state, lastError } of waiting) expect([state, lastError?.code]).toEqual(["failed", "not_found"]);
        }
      }
    }),
    runs(150),
  );
});

it("has done everything that was enqueued after a kill at any operation of the storages", async () => {
  for (let last = 1, hasEnded = true; hasEnded; last += 1) {
    for (const isDone of [false, true]) {
      const world = new World();
      for (const url of URLS) world.api.saveBookmark(url, { title: "old" });
      const before = await world.reopened(0);
      await before.sync.refresh();
      await before.sync.close();
      const program = new Program(last, isDone);
      const dying = new World(
        world.api,
        program.using(world.queueStorage, ["add", "replace", "delete", "list", "firstWaiting"]),
        program.using(world.storage, ["read", "write"]),
      );
      const enqueued: string[] = [];
      try {
        const { queue, sync: opened } = await dying.open();
        await queue.enqueue({ update: "bookmark", id: "b-1", body: { title: "new" } });
        enqueued.push("change");
        await queue.enqueue({ delete: "bookmark", id: "b-2" });
        enqueued.push("delete");
        world.api.faults.push(undefined, { kind: "cut", after: true });
        await queue.flush();
        await opened.refresh();
        await queue.flush();
        await opened.refresh();
      } catch (error) {
        expect(error).toBeInstanceOf(Killed);
      }
      hasEnded = program.hasEnded;
      world.api.faults.length = 0;
      const { sync: opened } = await world.reopened(0);
      const titles = shown(opened);
      if (enqueued.includes("change")) expect(titles.get(URLS[0] ?? "")).toBe("new");
      if (enqueued.includes("delete")) expect(titles.has(URLS[1] ?? "")).toBe(false);
      await world.settled();
      expect(opened.list().map(({ item }) => item)).toEqual(world.api.listed());
      expect(opened.waiting()).toEqual([]);
      const left = shown(opened);
      if (enqueued.includes("change")) expect(left.get(URLS[0] ?? "")).toBe("new");
      if (enqueued.includes("delete")) expect(left.has(URLS[1] ?? "")).toBe(false);
    }
  }
});
