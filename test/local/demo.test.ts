import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

it("npm run demo tells the whole tour and exits 0", { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["-r", join(ROOT, "bin/compile-cache.cjs"), join(ROOT, "bin/demo.ts")],
    { cwd: ROOT },
  );
  expect(stdout).toContain("4 attempts, then: failed");
  expect(stdout).toContain("exhausted at 250.");
  expect(stdout).toContain("The crawl ends with not_rendered");
  expect(stdout).toContain("nobody is mailed twice");
  expect(stdout.trimEnd()).toMatch(/Everything ended as it should\.$/);
});
