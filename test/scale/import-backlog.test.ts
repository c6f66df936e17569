import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { simulateImport } from "./import-backlog.ts";

const log = capturedLog();
const MINUTES = 60;

describe("an import, with two workers", () => {
  it.each([0, 0.1, 0.5])("waits, with %f dead sites, and holds up nobody else", async (dead) => {
    const imported = await simulateImport({ bookmarks: 1_000, workers: 2, dead, lost: 0.01 });
    expect(imported.failedUntried).toBe(0);
    expect(imported.messages).toBeLessThan(1.1);
    expect(imported.longestOther).toBeLessThan(5 * MINUTES);
    expect(imported.lostMessages).toBeGreaterThan(0);
    expect(imported.longestLost).toBeLessThan(60 * MINUTES);
    expect(log.lines("reconcile_gave_up")).toEqual([]);
    expect(log.lines("still_pending")).toEqual([]);
    expect(log.lines("bookmark_late").length).toBeLessThan(30);
  });
});

it("sends a lost message again within a quarter of an hour where there is no backlog", async () => {
  const imported = await simulateImport({ bookmarks: 20, workers: 2, lost: 0.2, hours: 24 });
  expect(imported.lostMessages).toBeGreaterThan(50);
  // Ten minutes of grace before it can be known, then the next run of reconcile.
  expect(imported.longestLost).toBeLessThanOrEqual(5 * MINUTES);
  expect(imported.failed).toBe(0);
});
