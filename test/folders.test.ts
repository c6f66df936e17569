import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MAX_FILES = 25;
const MAX_LINES = 400;

it("no folder of code has more than 25 files at one level", () => {
  const files = execFileSync("git", ["ls-files", "bin", "lib", "lambdas", "client", "console", "extension"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const folders = Map.groupBy(files.trim().split("\n"), (file) => dirname(file));
  expect(folders.size).toBeGreaterThan(10);
  for (const [folder, { length }] of folders)
    expect(length, `${folder} has too many files: move some into a folder by their role`).toBeLessThanOrEqual(
      MAX_FILES,
    );
});

it("no file of tests has more than 400 lines", () => {
  const files = execFileSync("git", ["ls-files", "test/*.ts", "test/*.tsx"], { cwd: ROOT, encoding: "utf8" });
  const long = files
    .trim()
    .split("\n")
    .filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length - 1 > MAX_LINES);
  expect(long, `These have more than ${MAX_LINES} lines: divide each by what it tests`).toEqual([]);
});

/** These make folders of the project only. */
const IN_THE_PROJECT =
  /^(client\/build|lib\/(bundles|bundling\/.*|extension\/.*|local\/template\/assembly(-cache)?))\.ts$/;
/** These make folders inside the data folder. */
const IN_THE_DATA_FOLDER = /^lib\/local\/emulators\//;

it("no folder that a user names is made by Node's own recursion, which never ends for /proc/magpie", () => {
  const files = execFileSync(
    "git",
    ["grep", "-lE", String.raw`mkdir(Sync)?\(.*recursive`, "--", "bin", "lib", "client"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  const others = files
    .trim()
    .split("\n")
    .filter((file) => !IN_THE_PROJECT.test(file) && !IN_THE_DATA_FOLDER.test(file));
  expect(
    others,
    "Make the folder as madeFolder of lib/cli/moving/with-texts.ts does, or add the file to IN_THE_PROJECT here",
  ).toEqual([]);
});
