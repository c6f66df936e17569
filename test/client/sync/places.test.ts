import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Bookmark, Place } from "../../../client/index.ts";
import { runs } from "../../load.ts";
import { memoryStorage } from "../memory-storage.ts";
import type { Fault } from "../scripted-api.ts";
import { refused } from "../scripted-api.ts";
import { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";
import type { Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

const URL_A = "https://example.com/a";

let api: ChangesApi;
beforeEach(() => {
  api = new ChangesApi();
  api.saveBookmark(URL_A, { title: "Sparrows" });
});

const place = (minute: number, progress = 0.5): Place => {
  return { block: minute, offset: 0, progress, at: new Date(Date.UTC(2026, 10, 20, 3, minute)).toISOString() };
};
const read = ({ queue }: Tab, body: Place) => queue.enqueue({ place: "bookmark", id: "b-1", body });
const item = ({ sync }: Tab) => sync.get("bookmark", "b-1")?.item as Bookmark;

/** A device that has synced. */
async function device(): Promise<Tab> {
  const tab = await openTab(api, memoryStorage(), memorySyncStorage());
  await tab.sync.refresh();
  return tab;
}

describe("a place that waits", () => {
  it("is shown at once, is found, and is listed with nothing that waits", async () => {
    const tab = await device();
    await read(tab, place(1));
    expect(item(tab)).toMatchObject({ title: "Sparrows", place: place(1), unread: true });
    expect(tab.sync.search("is:begun")).toMatchObject([{ id: "b-1", waiting: [] }]);
    expect(tab.sync.waiting()).toEqual([]);
    await tab.queue.flush();
    expect(item(tab)).toEqual(api.listed()[0]);
    expect(item(tab)).toMatchObject({ place: place(1) });
  });

  it("makes it read at the end, as the API will, and not by a place before that of another device", async () => {
    const [one, other] = [await device(), await device()];
    await read(one, place(2, 1));
    expect(item(one)).toMatchObject({ unread: false, place: place(2, 1) });
    await read(other, place(3));
    await other.queue.flush();
    await one.sync.refresh();
    expect(item(one)).toMatchObject({ unread: true, place: place(3) });
    await one.queue.flush();
    expect(item(one)).toMatchObject({ unread: true, place: place(3) });
  });

  it("asks for no changes when it was sent", async () => {
    const tab = await device();
    tab.sync.start();
    await tab.sync.refresh();
    const before = api.requests.length;
    await read(tab, place(1));
    await tab.queue.flush();
    await tab.sync.stop();
    expect(api.requests.slice(before).map(({ method }) => method)).toEqual(["PUT"]);
  });
});

/** What one of two devices does. */
type Deed =
  | { readonly do: "read"; readonly progress: number }
  | { readonly do: "mark"; readonly unread: boolean }
  | { readonly do: "send" | "follow" };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant("read" as const), progress: fc.constantFrom(0.01, 0.3, 0.8, 0.95, 1) }),
  fc.record({ do: fc.constant("mark" as const), unread: fc.boolean() }),
  fc.record({ do: fc.constantFrom("send" as const, "follow" as const) }),
);
const fault = fc.constantFrom<Fault | undefined>(
  ...[undefined, undefined, { kind: "cut" } as const],
  ...[{ kind: "cut", after: true } as const, { kind: "half" } as const, refused(503, "unavailable")],
);
const step = fc.record({ device: fc.nat(1), deed, faults: fc.array(fault, { maxLength: 2 }) });

it("two devices that read, mark and go offline in any order end alike, with the latest place", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      api = new ChangesApi();
      api.saveBookmark(URL_A);
      const devices = [await device(), await device()];
      let latest: Place | null = null;
      for (const [minute, { device: index, deed: what, faults }] of steps.entries()) {
        const tab = devices[index] as Tab;
        api.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        if (what.do === "read") {
          latest = place(minute, what.progress);
          await read(tab, latest);
          // Who reads sees the own place at once.
          expect(item(tab).place).toEqual(latest);
        } else if (what.do === "mark") {
          await tab.queue.enqueue({ update: "bookmark", id: "b-1", body: { unread: what.unread } });
        } else if (what.do === "send") await tab.queue.flush();
        else await tab.sync.refresh();
      }
      api.faults.length = 0;
      for (const { queue } of devices) expect(await queue.flush()).toMatchObject({ stopped: null });
      for (const tab of devices) {
        expect(await tab.sync.refresh()).toMatchObject({ stopped: null });
        expect(await tab.queue.contents()).toMatchObject({ waiting: [], places: [], failed: [] });
        expect(item(tab)).toEqual(api.listed()[0]);
        expect(item(tab).place).toEqual(latest);
      }
    }),
    runs(150),
  );
});
