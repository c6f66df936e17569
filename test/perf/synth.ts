import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildBundles } from "../../lib/bundles.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { childEnv, inTemporaryFolder, timedRun } from "./processes.ts";

const ROUNDS = 5;
/** Synthesizes the whole app in a fresh process, compared with the same stack with one NodejsFunction for each Lambda. */
export async function synth(): Promise<readonly Figure[]> {
  const samples = await inTemporaryFolder(async (prebuilt) => {
    const bundles = join(prebuilt, "lambdas");
    await buildBundles(bundles);
    return interleaved(ROUNDS, {
      prebuilt: () => timedSynth("synth-prebuilt.ts", bundles),
      ours: () => timedSynth("synth-prebuilt.ts"),
      theirs: () => timedSynth("synth-nodejs-functions.ts"),
    });
  });
  const functions = samples.ours[0]?.functions ?? 0;
  // Both must have the same number of functions with code of their own.
  if (functions === 0 || Object.values(samples).some((all) => all.some((sample) => sample.functions !== functions))) {
    throw new Error("The two stacks do not have the same functions.");
  }
  const figure = (name: string, ours: readonly Synth[], aim: number): Figure => ({
    name: `synth of ${functions} functions${name}`,
    unit: "ms",
    ours: median(ours.map(({ milliseconds }) => milliseconds)),
    against: "one NodejsFunction per Lambda",
    theirs: median(samples.theirs.map(({ milliseconds }) => milliseconds)),
    aim,
  });
  return [
    figure(", bundles built beforehand", samples.prebuilt, 0.45),
    figure(", bundling included", samples.ours, 0.6),
  ];
}

/** One synth of the app, in milliseconds: the reference for the local runner's waits. */
export async function bareSynth(): Promise<number> {
  return (await timedSynth("synth-prebuilt.ts")).milliseconds;
}

interface Synth {
  readonly milliseconds: number;
  /** The number of functions with code of their own among the assets. */
  readonly functions: number;
}

/** Runs one of the synth scripts. @param bundles folder of bundles that are already built */
function timedSynth(script: string, bundles?: string): Promise<Synth> {
  return inTemporaryFolder(async (folder) => {
    const milliseconds = await timedRun(
      process.execPath,
      [join(import.meta.dirname, script), folder, bundles ?? join(folder, "lambdas")],
      {
        env: childEnv,
      },
    );
    const template = await readFile(join(folder, "cdk.out/magpie-prod.template.json"), "utf8");
    const { Resources } = JSON.parse(template) as { Resources: Record<string, { Type: string; Properties?: unknown }> };
    const keys = Object.values(Resources)
      .filter(({ Type }) => Type === "AWS::Lambda::Function")
      .map(({ Properties }) => (Properties as { Code: { S3Key?: string } }).Code.S3Key);
    return { milliseconds, functions: new Set(keys.filter((key) => key !== undefined)).size };
  });
}

if (import.meta.main) printFigures(await synth());
