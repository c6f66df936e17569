import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MAX_FILES = 25;

it("no folder of code has more than 25 files at one level", () => {
  const files = execFileSync("git", ["ls-files", "bin", "lib", "lambdas", "client", "console"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const folders = Map.groupBy(files.trim().split("\n"), (file) => dirname(file));
  expect(folders.size).toBeGreaterThan(10);
  for (const [folder, { length }] of folders) expect(length, folder).toBeLessThanOrEqual(MAX_FILES);
});
