import fc from "fast-check";
import { expect, it } from "vitest";
import type { Bookmark, Sync } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { runs } from "../../load.ts";
import { memoryStorage } from "../memory-storage.ts";
import type { Fault } from "../scripted-api.ts";
import { refused } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import type { Tab } from "./tab.ts";

const PAGES = ["a", "b"].map((name) => `https://example.com/${name}`);

type Marks = Pick<Bookmark, "unread" | "starred">;
/** What a person does on a device with one of the pages that it shows. */
type Deed = { readonly page: number } & Partial<Marks>;

interface Step {
  readonly device: 0 | 1;
  readonly deed: Deed | null;
  /** Whether each device has a network from now on. */
  readonly online: readonly [boolean, boolean];
  readonly works: readonly [Work, Work];
  readonly faults: readonly (Fault | undefined)[];
}
type Work = "send" | "sync" | "restart" | "nothing";

const page = fc.nat(PAGES.length - 1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ page, unread: fc.boolean() }),
  fc.record({ page, starred: fc.boolean() }),
);
const work = fc.constantFrom<Work>("send", "sync", "restart", "nothing");
const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  { kind: "cut" },
  { kind: "cut", after: true },
  refused(503, "unavailable"),
);
const step: fc.Arbitrary<Step> = fc.record({
  device: fc.constantFrom(0, 1),
  deed: fc.option(deed, { freq: 3 }),
  online: fc.tuple(fc.boolean(), fc.boolean()),
  works: fc.tuple(work, work),
  faults: fc.array(fault, { maxLength: 3 }),
});

/** A device of the person: what it stores survives the end of its program. */
class Device {
  isOnline = true;
  readonly #api: ChangesApi;
  readonly #clock = new TestClock({ skipping: true });
  readonly #queueStorage = memoryStorage();
  readonly #storage = memorySyncStorage();
  #tab: Tab | null = null;

  constructor(api: ChangesApi) {
    this.#api = api;
  }

  async tab(): Promise<Tab> {
    if (this.#tab !== null) return this.#tab;
    const client = this.#api.client((request) =>
      this.isOnline ? this.#api.fetch(request) : Promise.reject(new TypeError("Failed to fetch")),
    );
    const queue = new OfflineQueue({
      client,
      storage: this.#queueStorage,
      maxStrikes: Number.POSITIVE_INFINITY,
      clock: this.#clock,
    });
    this.#tab = { queue, sync: await sync({ client, storage: this.#storage, queue, clock: this.#clock }) };
    return this.#tab;
  }

  async works(what: Work): Promise<void> {
    const { queue, sync: opened } = await this.tab();
    if (what === "send") await queue.flush();
    if (what === "sync") await opened.refresh();
    if (what !== "restart") return;
    await queue.stop();
    await opened.close();
    this.#tab = null;
  }
}

/** What a device shows of the pages. */
function shown(opened: Sync): readonly (Marks & { readonly url: string })[] {
  return opened.list().map(({ item }) => {
    const { url, unread, starred } = item as Bookmark;
    return { url, unread, starred };
  });
}

it("two devices that mark and go offline in any order show each its own marks at once, and end alike", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      const api = new ChangesApi();
      const ids = PAGES.map((url) => api.saveBookmark(url).id);
      const devices = [new Device(api), new Device(api)] as const;
      for (const device of devices) await (await device.tab()).sync.refresh();
      let done = 0;
      for (const { device: index, deed: what, online, works, faults } of steps) {
        const device = devices[index];
        const { queue, sync: opened } = await device.tab();
        if (what !== null) {
          const { page: at, ...marks } = what;
          await queue.enqueue({ update: "bookmark", id: ids[at] ?? "", body: marks });
          await opened.read();
          expect(shown(opened).find(({ url }) => url === PAGES[at])).toMatchObject(marks);
          done += 1;
        }
        api.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        for (const [other, each] of devices.entries()) each.isOnline = online[other] ?? true;
        await Promise.all(devices.map((each, other) => each.works(works[other] ?? "nothing")));
      }
      api.faults.length = 0;
      for (const device of devices) {
        device.isOnline = true;
        expect(await (await device.tab()).queue.flush()).toMatchObject({ stopped: null, failed: 0 });
      }
      const sent = api.requests.filter(({ method }) => method === "PATCH");
      expect(sent.length).toBeGreaterThanOrEqual(done);
      for (const device of devices) {
        const { queue, sync: opened } = await device.tab();
        await opened.refresh();
        expect(opened.list().map(({ item }) => item)).toEqual(api.listed());
        expect(await queue.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable: [] });
      }
      // Of each mark what has arrived last; a mark does not touch the other one.
      for (const [at, id] of ids.entries()) {
        const arrived = sent.filter(({ path }) => path === `/v1/bookmarks/${id}`).map(({ body }) => body as object);
        const [first] = devices;
        const marks = shown((await first.tab()).sync).find(({ url }) => url === PAGES[at]);
        expect(marks).toMatchObject(Object.assign({}, ...arrived));
      }
    }),
    runs(150),
  );
});
