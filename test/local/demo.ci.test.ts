import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { entry } from "../entry.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A text's lines without the words that differ between demos: those with a digit, or with the end of a random name. */
const lasting = (text: string) =>
  text.split("\n").map((line) => line.replaceAll(/\S*(?:\d|-[a-z0-9]{6}\b)\S*/g, "#").trimEnd());

it("npm run demo prints what README.md says, and exits 0", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, entry("demo.ts"), { cwd: ROOT });
  expect(stdout).toContain("4 attempts, then: failed");
  expect(stdout).toContain("The alarm dead-letters rings");
  expect(stdout).toContain("The alarm is over a day after the last dead letter");
  expect(stdout).toContain("exhausted at 250.");
  expect(stdout).toContain("The crawl ends with not_rendered");
  expect(stdout).toContain("nobody is mailed twice");
  expect(stdout).toContain("Everything ended as it should.");
  const [, shown = ""] =
    /```sh\nnpm run demo\n```\n\n```text\n(.*?)```/s.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
  const printed = new Set(lasting(stdout));
  expect(lasting(shown).filter((line) => line.trim() !== "…" && !printed.has(line))).toEqual([]);
  expect(shown.length).toBeGreaterThan(500);
});
