import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import { ApiClient } from "./api-client.ts";
import { expectRefusal } from "./expect-refusal.ts";
import { SmallDisk } from "./small-disk.ts";
import { SpawnedRunner } from "./spawned-runner.ts";
import { folderOfFile } from "./temporary-folders.ts";

const DISK_BYTES = 64 * 1_024 * 1_024;
/** Decks that are saved before the disk is full. */
const BEFORE = 20;
const CLIENTS = 4;

const disk = SmallDisk.mount(DISK_BYTES);
const folder = folderOfFile();
let sites: SlideSites;
let runner: SpawnedRunner | undefined;

beforeAll(async () => {
  sites = await startSlideSites();
});

afterAll(async () => {
  await runner?.end("SIGKILL");
  await sites.close();
  disk?.remove();
});

const starting = (dataFolder: string) => ({ dataFolder, egressMap: sites.egressMap });

async function start(dataFolder: string): Promise<SpawnedRunner> {
  runner = await SpawnedRunner.start(starting(dataFolder));
  return runner;
}

const apiOf = ({ outputs }: SpawnedRunner) => new ApiClient(outputs.api_url, outputs.tokens.member);

/** Saves decks until the runner ends, and lets its disk take no more writes meanwhile. @returns the acknowledged decks */
async function savedUntilEnd(running: SpawnedRunner, noMoreWrites: () => void): Promise<string[]> {
  const api = apiOf(running);
  const acknowledged: string[] = [];
  let decks = 0;
  let isOver = false;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (running.child.exitCode === null) {
        decks += 1;
        const url = `https://speakerdeck.com/full/deck-${decks}`;
        try {
          const { status } = await api.callOnce("POST", "/v1/stocks", { url });
          if (status === 201) acknowledged.push(url);
          if (acknowledged.length >= BEFORE && !isOver) {
            isOver = true;
            noMoreWrites();
          }
        } catch (error) {
          // The runner has ended.
          if (!(error instanceof TypeError)) throw error;
        }
      }
    }),
  );
  return acknowledged;
}

/** What it said after it was ready, without the lines of functions. */
const complaints = ({ stderr }: SpawnedRunner) =>
  stderr.split("\n").filter((line) => /^magpie|^local|^ +at /.test(line));

async function expectNothingLost(dataFolder: string, acknowledged: readonly string[]): Promise<void> {
  const running = await start(dataFolder);
  const stored = new Set((await apiOf(running).allStocks()).map((stock) => stock.canonical_url));
  expect(acknowledged.filter((url) => !stored.has(url))).toEqual([]);
  const later = await apiOf(running).save("https://speakerdeck.com/full/later");
  expect(await apiOf(running).settled(later.id)).toMatchObject({ status: "ready" });
  expect(await running.end("SIGTERM")).toBe(0);
}

describe("a data folder that takes no more writes ends the runner with one line, and nothing is lost", () => {
  it.skipIf(disk === undefined)("when its disk is full, also at the next start", async () => {
    const dataFolder = join(String(disk?.path), "data");
    const running = await start(dataFolder);
    const acknowledged = await savedUntilEnd(running, () => disk?.fill());
    expect(await running.ended()).toBe(1);
    expect(complaints(running)).toEqual([
      expect.stringMatching(/^magpie: .* its disk is full\. Free some space, then/),
    ]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(BEFORE);

    await expectRefusal(starting(dataFolder), /its disk is full\. Free some space/);
    disk?.free();
    await expectNothingLost(dataFolder, acknowledged);
  });

  it("when its files may not grow", async () => {
    const dataFolder = join(folder, "limited");
    const running = await start(dataFolder);
    // From now on a write to any file fails with EFBIG, as at a quota.
    const limit = () => execFileSync("prlimit", ["--fsize=0:", `--pid=${running.child.pid}`]);
    const acknowledged = await savedUntilEnd(running, limit);
    expect(await running.ended()).toBe(1);
    expect(complaints(running)).toEqual([
      expect.stringMatching(/^magpie: The data folder .*, then start Magpie again/),
    ]);
    await expectNothingLost(dataFolder, acknowledged);
  });
});
