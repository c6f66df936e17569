import { expect } from "vitest";
import { SpawnedRunner } from "./spawned-runner.ts";

/** A start that fails: one line with the reason, nothing else, exit 1. */
export async function expectRefusal(options: Parameters<typeof SpawnedRunner.spawn>[0], reason: RegExp): Promise<void> {
  const refused = SpawnedRunner.spawn(options);
  expect(await refused.ended()).toBe(1);
  expect(refused.stderr).toMatch(/^magpie: [^\n]+\n$/);
  expect(refused.stderr).toMatch(reason);
  expect(refused.stdout).toBe("");
}
