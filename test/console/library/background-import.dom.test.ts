import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NO_ENTRIES } from "../../../client/moving/index.ts";
import { BackgroundImport } from "../../../console/library/background-import.ts";
import { refused } from "../../client/scripted-api.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { MemoryImportStorage } from "../dom/memory-import-storage.ts";

const TOTAL = 120;
const file = () =>
  new Blob([`url\n${Array.from({ length: TOTAL }, (_, at) => `https://blog.example/${at}`).join("\n")}\n`]);
const begun = { type: "bookmark", slides: false, now: "2026-11-20T03:00:00.000Z", total: TOTAL } as const;

let api: ChangesApi;
let memory: MemoryImportStorage;
let tabs: BackgroundImport[];
beforeEach(() => {
  api = new ChangesApi();
  memory = new MemoryImportStorage();
  tabs = [];
});
afterEach(async () => {
  for (const tab of tabs) await tab.close();
});

/** Opens the console in a tab. */
async function opens(): Promise<BackgroundImport> {
  const tab = new BackgroundImport({
    client: api.client(),
    storage: memory.tab(),
    onError: (error) => {
      throw error;
    },
    isOnline: () => true,
  });
  tabs.push(tab);
  await tab.read();
  tab.start();
  return tab;
}
const begins = (tab: BackgroundImport) => tab.begin(begun, file(), NO_ENTRIES);
const counts = ({ created, existing, refused: { count } }: typeof NO_ENTRIES) => [created, existing, count];
const sent = () =>
  api.requests.filter(({ method }) => method === "POST").map(({ body }) => (body as { url: string }).url);
async function ended(tab: BackgroundImport) {
  await vi.waitFor(() => expect(tab.shown.value?.end).not.toBeNull(), { timeout: 60_000 });
  return tab.shown.value;
}

describe("an import in the background", () => {
  it("goes on in another tab when its own has ended, and saves and reports each entry once", async () => {
    const first = await opens();
    const cut = Promise.withResolvers<void>();
    api.meanwhile = () => {
      if (sent().length === 60) cut.resolve();
    };
    expect(await begins(first)).toBe(true);
    await cut.promise;
    await first.close();
    expect(memory.stored?.end).toBeNull();
    const last = await ended(await opens());
    expect([last?.end, counts(last?.report ?? NO_ENTRIES)]).toEqual(["done", [TOTAL, 0, 0]]);
    expect(new Set(sent()).size).toBe(TOTAL);
  });

  it("is sent by one tab, and shown by all; another one can't be begun meanwhile", async () => {
    const [first, second] = [await opens(), await opens()];
    expect(await begins(first)).toBe(true);
    expect(await begins(second)).toBe(false);
    expect([(await ended(second))?.end, (await ended(first))?.end]).toEqual(["done", "done"]);
    expect([sent().length, new Set(sent()).size]).toEqual([TOTAL, TOTAL]);
    await second.dismiss();
    expect([memory.stored, await begins(first)]).toEqual([null, true]);
    await ended(first);
    expect(counts(first.shown.value?.report ?? NO_ENTRIES)).toEqual([0, TOTAL, 0]);
  });

  it("is stopped from any tab", async () => {
    const [first, second] = [await opens(), await opens()];
    const isUnderWay = Promise.withResolvers<void>();
    api.meanwhile = () => isUnderWay.resolve();
    await begins(first);
    await isUnderWay.promise;
    await second.stop();
    expect((await ended(first))?.end).toBe("stopped");
    expect(sent().length).toBeLessThan(TOTAL);
    await second.goOn();
    expect((await ended(first))?.end).toBe("done");
    expect(new Set(sent()).size).toBe(TOTAL);
  });

  it("waits for a new sign-in when its token is refused", async () => {
    api.faults.push(refused(401, "unauthorized"));
    const tab = await opens();
    await begins(tab);
    await vi.waitFor(() => expect(tab.paused).toBe(true), { timeout: 60_000 });
    await tab.goOn();
    expect([tab.shown.value?.end, sent().length < 10]).toEqual([null, true]);
    tab.resume();
    expect(counts((await ended(tab))?.report ?? NO_ENTRIES)).toEqual([TOTAL, 0, 0]);
  });
});
