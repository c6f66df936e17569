import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { CHILD_PATH, entry } from "../entry.ts";

/** A device of Linux that is always full. */
const FULL = "/dev/full";

it.skipIf(!existsSync(FULL))("an output that a full disk refuses is one line, not a trace, and fails", () => {
  const output = openSync(FULL, "w");
  try {
    const { status, stderr } = spawnSync(process.execPath, [...entry("cli.ts"), "--version"], {
      cwd: resolve(import.meta.dirname, "../.."),
      env: { PATH: CHILD_PATH },
      stdio: ["ignore", output, "pipe"],
      encoding: "utf8",
    });
    expect([stderr, status]).toEqual([
      expect.stringMatching(/^magpie: standard output can't be written: ENOSPC.*\n$/),
      1,
    ]);
  } finally {
    closeSync(output);
  }
});
