// Changes the code in one place at a time, runs the tests that reach the place, and prints the changes that no test notices:
// npx node test/mutation/run.ts [folder or file ...]
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { installPackages, packagesFolder } from "../packages-on-demand.ts";
import type { MutatedFolders } from "./folders.ts";
import { MUTATED } from "./folders.ts";

const isFile = (place: string): boolean => /\.tsx?$/.test(place);

/** What is used here of Stryker, whose 148 packages nothing else needs. */
interface MutantResult {
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
}
interface Stryker {
  runMutationTest(): Promise<MutantResult[]>;
}

const PACKAGES = "mutation";
await installPackages(PACKAGES, { "@stryker-mutator/core": "10.1.1", "@stryker-mutator/vitest-runner": "10.1.1" });
const { resolve } = createRequire(join(packagesFolder(PACKAGES), "package.json"));
const { Stryker } = (await import(resolve("@stryker-mutator/core"))) as { Stryker: new (options: object) => Stryker };

/** What became of the mutants of a folder, or of one file. */
interface Score {
  readonly place: string;
  readonly mutants: number;
  readonly killed: number;
  /** The mutants that no test notices. */
  readonly survivors: readonly MutantResult[];
}

/** Changes the code of a folder or of a file in one place at a time, and runs the tests that reach the place. */
async function scoreOf(place: string, { tests }: MutatedFolders): Promise<Score> {
  process.env.MUTATION_TESTS = tests.join(",");
  const results = await new Stryker({
    // The scripts run in processes of their own: of the package in its test, of the assembly before the first test.
    // The texts of the console have tests of their own, which compare the languages.
    // The plot is drawn on a canvas, which only browsers have. Chromium itself starts in tests of CI only.
    mutate: [
      isFile(place) ? place : `${place}/*.{ts,tsx}`,
      "!client/build.ts",
      "!lib/local/template/synthesis.ts",
      "!console/**/*-texts.ts",
      "!console/prices/trend/trend-plot.ts",
      "!lambdas/mercari/fetch/{chromium,read-settled-page,render-page,unpack-chromium}.ts",
    ],
    testRunner: "vitest",
    plugins: [resolve("@stryker-mutator/vitest-runner")],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // A constant of a module runs when the module is loaded, so that every test would have to run for it.
    ignoreStatic: true,
    // Of a test that waits for ever; what loops for ever is stopped by counting.
    timeoutMS: 15_000,
    reporters: ["progress-append-only"],
    tempDirName: ".magpie/mutation",
    ignorePatterns: ["/.magpie", "/docs", "/cdk.out", "/client/dist"],
  }).runMutationTest();
  const judged = results.filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const survivors = judged.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return { place, mutants: judged.length, killed: judged.length - survivors.length, survivors };
}

function printScore({ place, mutants, killed, survivors }: Score): void {
  for (const { fileName, location, mutatorName, replacement, status } of survivors) {
    const text = replacement?.replaceAll(/\s+/g, " ") ?? "";
    console.log(
      `  ${relative(".", fileName)}:${location.start.line}:${location.start.column} ${status} ${mutatorName}: ${text}`,
    );
  }
  const percent = mutants === 0 ? "-" : `${((100 * killed) / mutants).toFixed(1)} %`;
  console.log(`${place}: ${killed} of ${mutants} mutants killed, ${percent}`);
}

const known = new Map(MUTATED.flatMap((mutated) => mutated.folders.map((folder) => [folder, mutated] as const)));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...known.keys()];
const testsOf = (place: string): MutatedFolders | undefined => known.get(isFile(place) ? dirname(place) : place);
const unknown = wanted.filter((place) => testsOf(place) === undefined);
if (unknown.length > 0) throw new Error(`No mutants are made of ${unknown}. Folders: ${[...known.keys()].join(", ")}`);
for (const place of wanted) {
  const mutated = testsOf(place);
  if (mutated) printScore(await scoreOf(place, mutated));
}
