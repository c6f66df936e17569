import { beforeEach, describe, expect, it } from "vitest";
import { NO_ENTRIES } from "../../../client/moving/index.ts";
import type { ImportStorage, StoredImport } from "../../../console/library/import-storage.ts";
import { importStorage } from "../../../console/library/import-storage.ts";
import { currentGeneration } from "../../../console/session/generation.ts";
import { device } from "../dom/device.ts";

device();

const begun: StoredImport = {
  id: "one",
  type: "bookmark",
  slides: false,
  now: "2026-11-20T03:00:00.000Z",
  total: 2,
  isSent: false,
  end: null,
  report: structuredClone(NO_ENTRIES),
};
const file = () => new Blob(["url\n"]);
let number = 0;
let storage: ImportStorage;
let generation = 0;
beforeEach(async () => {
  number += 1;
  generation = await currentGeneration();
  storage = importStorage(`import-${number}`, generation);
});
const report = { ...begun.report, entries: 1, created: 1 };

describe("the import of a device", () => {
  it("is there for every tab, with its file until it is done", async () => {
    expect([await storage.read(), await storage.file()]).toEqual([null, null]);
    expect(await storage.begin(begun, file())).toBe(true);
    const other = importStorage(`import-${number}`, generation);
    expect([await other.read(), await (await other.file())?.text()]).toEqual([begun, "url\n"]);
    expect(await other.begin({ ...begun, id: "two" }, file())).toBe(false);
    expect(await storage.change("one", { report })).toBe(true);
    expect(await storage.change("one", { end: "done" })).toBe(true);
    expect([await other.read(), await other.file()]).toEqual([{ ...begun, report, end: "done" }, null]);
    await other.goOn("one");
    expect((await other.read())?.end).toBe("done");
    await other.dismiss("one");
    expect(await storage.read()).toBeNull();
  });

  it("takes no report once it was stopped, until it goes on", async () => {
    await storage.begin(begun, file());
    await storage.dismiss("one");
    expect(await storage.change("another", { end: "stopped" })).toBe(false);
    expect(await storage.change("one", { end: "stopped" })).toBe(true);
    expect(await storage.change("one", { report })).toBe(false);
    await storage.goOn("another");
    expect((await storage.read())?.end).toBe("stopped");
    await storage.goOn("one");
    expect(await storage.change("one", { report })).toBe(true);
    expect(await storage.file()).not.toBeNull();
  });

  it("tells other tabs of what is written", async () => {
    const other = importStorage(`import-${number}`, generation);
    const heard = Promise.withResolvers<void>();
    const end = other.subscribe(heard.resolve);
    await storage.begin(begun, file());
    await heard.promise;
    end();
  });
});
