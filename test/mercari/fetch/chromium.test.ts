import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startChromium } from "../../../lambdas/mercari/fetch/chromium.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

const log = capturedLog();

/** An executable in place of the browser: it records its arguments, and ends as `script` says. */
function program(script: string): { readonly path: string; starts(): string[] } {
  const folder = mkdtempSync(join(tmpdir(), "magpie-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const starts = join(folder, "starts");
  const path = join(folder, "program");
  writeFileSync(path, `#!/bin/sh\necho "$@" >> '${starts}'\n${script}\n`);
  chmodSync(path, 0o700);
  return { path, starts: () => readFileSync(starts, "utf8").trim().split("\n") };
}

it("is started a second time after a crash at start, but no third time", async () => {
  const crashing = program("kill -SEGV $$");
  await expect(startChromium(crashing.path)).rejects.toThrow("SIGSEGV");
  expect(crashing.starts()).toHaveLength(2);
  expect(log.lines("browser_not_started")).toMatchObject([{ level: "WARN" }]);
});

it("keeps the sandbox of the machine's own browser, unless there is none", async () => {
  const crashing = program("exit 1");
  await expect(startChromium(crashing.path, false)).rejects.toThrow();
  for (const args of crashing.starts()) expect(args).not.toContain("--no-sandbox");

  const confined = program("echo 'FATAL: No usable sandbox!' >&2; exit 1");
  await expect(startChromium(confined.path, false)).rejects.toThrow();
  expect(confined.starts().map((args) => args.includes("--no-sandbox"))).toEqual([false, true]);

  const ofRoot = program("exit 1");
  await expect(startChromium(ofRoot.path, true)).rejects.toThrow();
  for (const args of ofRoot.starts()) expect(args).toContain("--no-sandbox");
});
