import { join } from "node:path";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { startLocal } from "./local-process.ts";
import { inTemporaryFolder, ROOT } from "./processes.ts";
import { bareSynth } from "./synth.ts";

const ROUNDS = 5;

/** From the start of the local runner to ready, with an empty data folder and with that of an earlier start. */
export async function runnerStart(): Promise<readonly Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const { empty, again, synth } = await interleaved(ROUNDS, {
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
    return [figure("runner ready, empty data folder", empty, 2), figure("runner ready, second start", again)];
  });
}

async function readyAfter(dataFolder: string): Promise<number> {
  const local = await startLocal(ROOT, dataFolder);
  await local.stop();
  return local.readyAfter;
}

if (import.meta.main) printFigures(await runnerStart());
