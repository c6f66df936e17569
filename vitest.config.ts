import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";
import { matchedFilters } from "./test/filter-ledger.ts";
import { LEFT_OUT } from "./test/in-ci.ts";
import { zoneAtNoon } from "./test/noon.ts";

/** The last line of a run in the plain form that any tool reads: `N passed, N failed, N skipped`. */
const plainClosingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state] += 1;
    // The tests of a group whose preparation has failed count as skipped.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = groups.filter((group) => group.errors().length > 0).length;
    console.log(`${counts.passed} passed, ${counts.failed + broken} failed, ${counts.skipped} skipped`);
  },
};

/** The longest of all: it walks through every screen, for minutes. */
const FIRST = "/console/every-screen.ci.";
/** Parts of the paths of the files that take the longest. Those of CI take minutes, or mostly wait. */
const LONGEST = [
  ".ci.",
  "/local/",
  "/linters.",
  "/infra/linters/",
  "/types.",
  "/hostile/",
  "/histories/",
  "/faults/",
  "/console/stories/",
  "/mercari/work/crawl-product.",
  "/books/work/",
];

/**
 * Starts the longest files first: started last, they would occupy one worker while the others are idle. Files with an
 * environment of their own come together, last: a worker ends, with all its loaded modules, when the next file has another
 * environment.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes(FIRST)) return -1;
      if (LONGEST.some((part) => moduleId.includes(part))) return 0;
      return readFileSync(moduleId, "utf8").startsWith("// @vitest-environment") ? 2 : 1;
    };
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: rank(file) }));
    return ranked.sort((one, other) => one.rank - other.rank).map(({ file }) => file);
  }
}

export default defineConfig({
  test: {
    // Some files mostly wait, for sockets and for time that is only scaled: two workers more than there are cores.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Against hangs only: what decides a test waits for a condition, and the machine may be busy with other work.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ["default", matchedFilters, plainClosingLine],
    env: { TZ: zoneAtNoon(new Date()) },
    include: ["test/**/*.test.ts"],
    exclude: LEFT_OUT,
    // The bundles for the invariants and every runner are built once, before the first use.
    globalSetup: "test/built-assembly.ts",
    setupFiles: [
      "test/watched-log.ts",
      "test/property-runs.ts",
      "test/compared-addresses.ts",
      "test/undocumented-answers.ts",
    ],
    // Files share their modules with those before them: loading the SDK and the CDK would be most of the time of many.
    isolate: false,
  },
});
