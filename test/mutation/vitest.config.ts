import { defineConfig } from "vitest/config";
import { LEFT_OUT } from "../in-ci.ts";
import { zoneAtNoon } from "../noon.ts";

// As in the whole suite, but of the process: Stryker runs tests in threads, which have no time zone of their own.
process.env.TZ = zoneAtNoon(new Date());

/** The tests that `run.ts` names, which need neither the bundles nor the watch of log lines of `npm test`. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? "").split(","),
    exclude: [
      ...LEFT_OUT,
      // Needs the whole runner.
      "test/client/browser.test.ts",
      "test/client/sync/browser.test.ts",
      "test/bookmarks/processing-log.test.ts",
      // Needs a process, whose time zone can be changed; Stryker runs tests in threads.
      "test/console/language/time-zone.dom.test.ts",
    ],
    setupFiles: ["test/property-runs.ts", "test/compared-addresses.ts", "test/undocumented-answers.ts"],
    isolate: false,
    // Against hangs only, as in the whole suite: a busy machine must not kill a mutant.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Longer than a busy machine takes, and shorter than a mutant may run.
    expect: { poll: { timeout: 5_000 } },
  },
});
