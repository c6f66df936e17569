import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startChromium } from "../../../lambdas/mercari/fetch/chromium.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

const log = capturedLog();

/** A temporary folder. */
function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "magpie-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An executable in place of the browser: it records its arguments, and ends as `script` says. */
function program(script: string): { readonly path: string; starts(): string[] } {
  const folder = temporary();
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

describe("of the files that another user may have put into the folder for temporary files", () => {
  const NOBODY = 65_534;
  const isRoot = process.getuid?.() === 0;
  const planted: readonly (readonly [what: string, plant: (folder: string) => void])[] = [
    ["a folder that others may change", (folder) => mkdirSync(folder) ?? chmodSync(folder, 0o777)],
    ["a folder that others may read", (folder) => mkdirSync(folder) ?? chmodSync(folder, 0o755)],
    ["a link to a folder of the right mode", (folder) => symlinkSync(temporary(), folder)],
    ["a file", (folder) => writeFileSync(folder, "", { mode: 0o700 })],
    // Only root can make another user's folder; the other cases need no second user.
    ...(isRoot
      ? [["another user's", (folder: string) => mkdirSync(folder, 0o700) ?? chownSync(folder, NOBODY, NOBODY)] as const]
      : []),
  ];

  it.each(planted)("%s is not used, by neither browser", async (_what, plant) => {
    const shared = temporary();
    vi.stubEnv("TMPDIR", shared);
    onTestFinished(() => void vi.unstubAllEnvs());
    plant(join(shared, "magpie-chromium"));
    for (const path of ["", program("exit 1").path]) {
      await expect(startChromium(path)).rejects.toThrow(/belongs to another user, or others may change it|EEXIST/);
    }
  });
});
