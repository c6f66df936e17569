import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Figure } from "./figures.ts";
import { median, printFigures } from "./figures.ts";
import { startLocal } from "./local-process.ts";
import { inTemporaryFolder, ROOT } from "./processes.ts";
import { bareSynth } from "./synth.ts";

const ROUNDS = 5;
/** Longer than any useful result: after this time, hot reload counts as broken. */
const PATIENCE_MS = 15_000;
const NOT_COPIED = new Set(["node_modules", ".git", "dist", "cdk.out", ".magpie"]);
/** The health route's answer in the source, and its replacement. */
const ANSWER = 'ok({ status: "ok" })';

/** Measures from the change of a Lambda's source to the first answer of the new code, with `--watch`. */
export async function reload(): Promise<readonly Figure[]> {
  return inTemporaryFolder(async (folder) => {
    // A copy, since the repository's own files must not change.
    const copy = join(folder, "magpie");
    await cp(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const source = join(copy, "lambdas/operations/api.ts");
    const original = await readFile(source, "utf8");
    if (!original.includes(ANSWER))
      throw new Error(`${source} holds no ${ANSWER}; tell this benchmark what to change.`);

    const local = await startLocal(copy, join(folder, "data"), { args: ["--watch"] });
    try {
      const reloads: number[] = [];
      const synths: number[] = [];
      await answered(local.apiUrl, "ok");
      for (let round = 0; round < ROUNDS; round += 1) {
        const status = `changed ${round}`;
        const changed = original.replace(ANSWER, `ok({ status: ${JSON.stringify(status)} })`);
        const start = performance.now();
        await writeFile(source, changed);
        await answered(local.apiUrl, status);
        reloads.push(performance.now() - start);
        synths.push(await bareSynth());
      }
      return [
        {
          name: "edit to served by the new code",
          unit: "ms",
          ours: median(reloads),
          against: "one bare synth",
          theirs: median(synths),
        },
        {
          name: "edit to served, the slowest",
          unit: "ms",
          ours: Math.max(...reloads),
          against: "one bare synth",
          theirs: median(synths),
        },
      ];
    } finally {
      await local.stop();
    }
  });
}

/** Requests the health route until it has the given answer. */
async function answered(apiUrl: string, status: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let last = "";
  while (performance.now() < deadline) {
    const response = await fetch(`${apiUrl}/v1/health`);
    last = await response.text();
    if (last === JSON.stringify({ status })) return;
    await wait(5);
  }
  throw new Error(`GET /v1/health still answers ${last}, not ${status}.`);
}

if (import.meta.main) printFigures(await reload());
