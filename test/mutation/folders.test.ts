import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { MUTATED } from "./folders.ts";

const cwd = join(import.meta.dirname, "../..");
const codeOf = (pattern: string) => globSync(pattern, { cwd }).filter((file) => !file.endsWith("-texts.ts"));

const WHERE = "correct MUTATED in test/mutation/folders.ts";

describe("mutation testing", () => {
  const covered = MUTATED.flatMap(({ folders }) => folders);

  it("covers each folder of the console but the top, whose entries run in a browser only", () => {
    const folders = new Set(codeOf("console/*/**/*.{ts,tsx}").map(dirname));
    expect(folders.size).toBeGreaterThan(30);
    const ofConsole = covered.filter((folder) => folder.startsWith("console/"));
    expect(ofConsole.sort(), `Make them the folders of the console: ${WHERE}`).toEqual([...folders].sort());
  });

  it("names folders with code, once each, and existing tests", () => {
    expect(covered).toEqual([...new Set(covered)]);
    const empty = covered.filter((folder) => codeOf(`${folder}/*.{ts,tsx}`).length === 0);
    expect(empty, `No folder has the name: ${WHERE}`).toEqual([]);
    const patterns = MUTATED.flatMap(({ tests }) => tests);
    const without = patterns.filter((pattern) => codeOf(pattern).length === 0);
    expect(without, `No test has the name: ${WHERE}`).toEqual([]);
  });
});
