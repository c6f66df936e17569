import { cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { startLocal } from "./local-process.ts";
import { inTemporaryFolder, ROOT } from "./processes.ts";
import { bareSynth } from "./synth.ts";

const ROUNDS = 5;
const NOT_COPIED = new Set(["node_modules", ".git", "dist", "cdk.out", ".magpie"]);
/** Where the runner keeps the systems that it has synthesized. */
const CACHE = "node_modules/.cache";

/**
 * From the start of the local runner to ready: from nothing, then with the synthesized system of an earlier start and an empty
 * data folder, and with the data folder of an earlier start, too.
 */
export async function runnerStart(): Promise<readonly Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const copy = await projectWithoutCache(join(folder, "magpie"));
    const { nothing, empty, again, synth } = await interleaved(ROUNDS, {
      nothing: async (round) => {
        await rm(join(copy, CACHE), { recursive: true, force: true });
        return readyAfter(join(folder, `data-first-${round}`), copy);
      },
      empty: (round) => readyAfter(join(folder, `data-${round}`)),
      again: () => readyAfter(join(folder, "data-kept")),
      synth: bareSynth,
    });
    const figure = (name: string, samples: readonly number[], aim?: number): Figure => ({
      name,
      unit: "ms",
      ours: median(samples),
      against: "one bare synth",
      theirs: median(synth),
      aim,
    });
    return [
      figure("runner ready, from nothing", nothing, 2),
      figure("runner ready, empty data folder", empty),
      figure("runner ready, second start", again),
    ];
  });
}

/** A copy of the project with a cache of its own: other runners use the functions' code in the project's. */
async function projectWithoutCache(copy: string): Promise<string> {
  await cp(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  await mkdir(join(copy, "node_modules"));
  for (const name of await readdir(join(ROOT, "node_modules"))) {
    if (name !== basename(CACHE)) await symlink(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
  }
  return copy;
}

async function readyAfter(dataFolder: string, root = ROOT): Promise<number> {
  const local = await startLocal(root, dataFolder);
  await local.stop();
  return local.readyAfter;
}

if (import.meta.main) printFigures(await runnerStart());
