import { defineConfig } from "vitest/config";
import type { Reporter, TestModule } from "vitest/node";

/** The last line of a run in the plain form that any tool reads: `N passed, N failed, N skipped`. */
const plainClosingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state] += 1;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    console.log(`${counts.passed} passed, ${counts.failed + broken} failed, ${counts.skipped} skipped`);
  },
};

export default defineConfig({
  test: {
    // Files mostly wait for sockets; one worker a core, not one less.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ["default", plainClosingLine],
    projects: [
      // The laws only read templates: sharing the CDK and one synthesis among them saves most of their time.
      { extends: true, test: { name: "laws", include: ["test/infra/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: { name: "code", include: ["test/**/*.test.ts"], exclude: ["test/infra/**", "test/perf/**"] },
      },
    ],
  },
});
