import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { LEFT_OUT } from "./in-ci.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "node_modules/.cache/filter-ledger");
/** The ledger of one run, by the id of its main process. */
const fileOf = (kind: "patterns" | "matched", run: number) => join(FOLDER, `${run}.${kind}`);

/** Begins the ledger of this run, with the patterns of metric filters that a log line of some test must match. */
export function openLedger(patterns: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf("patterns", process.pid), JSON.stringify(patterns));
  rmSync(fileOf("matched", process.pid), { force: true });
}

/** Records that a log line has matched a pattern. @param run the process in which the run began */
export function noteMatch(pattern: string, run: number): void {
  appendFileSync(fileOf("matched", run), `${JSON.stringify(pattern)}\n`);
}

/** Returns the patterns that no log line has matched, and ends the ledger. */
function closeLedger(): string[] {
  const [patterns, matched] = [fileOf("patterns", process.pid), fileOf("matched", process.pid)];
  if (!existsSync(patterns)) return [];
  const all = JSON.parse(readFileSync(patterns, "utf8")) as string[];
  const seen = new Set(
    existsSync(matched)
      ? readFileSync(matched, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [],
  );
  for (const file of [patterns, matched]) rmSync(file, { force: true });
  return all.filter((pattern) => !seen.has(pattern));
}

let vitest: Vitest | undefined;

/**
 * Fails a run of the whole suite if no log line of any test has matched a metric filter: this filter may count nothing on
 * AWS either. In a run of a part, nothing is checked.
 */
export const matchedFilters: Reporter = {
  onInit(started) {
    vitest = started;
  },
  onTestRunEnd(modules: readonly TestModule[]) {
    const unmatched = closeLedger();
    const isWhole =
      vitest?.config.testNamePattern === undefined &&
      modules.length === globSync("test/**/*.test.ts", { cwd: ROOT, exclude: LEFT_OUT }).length;
    if (!isWhole || unmatched.length === 0) return;
    console.error(`No log line of any test matches these metric filters:\n  ${unmatched.join("\n  ")}`);
    process.exitCode = 1;
  },
};
