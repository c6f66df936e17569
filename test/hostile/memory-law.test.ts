import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { synthesized } from "../infra/synthesized.ts";
import type { Reader } from "./reader.ts";
import { READERS } from "./readers.ts";

/**
 * How much of a function's memory may be resident. The child holds no clients of the AWS SDK, but the readers of all
 * features and a TypeScript compiler: idle, the two take as much.
 */
const SHARE = 0.75;

const line = z.object({ reader: z.string(), shape: z.string(), peak: z.number() });

const functions = new Map(
  synthesized()
    .some("AWS::Lambda::Function")
    .map(([, { Properties }]) => [Properties.Description as string, Properties.MemorySize as number]),
);

/** The memory of the smallest function that reads with it, in MiB. */
function memoryOf({ name, functions: entries }: Reader): number {
  const sizes = entries.map((entry) => functions.get(entry));
  if (sizes.length === 0 || sizes.includes(undefined)) throw new Error(`${name} names a function that is not there`);
  return Math.min(...sizes.map(Number));
}

/** The readers of each kind of function: no function has those of another. */
const together = [...Map.groupBy(READERS, ({ functions: entries }) => entries.join(", "))].map(
  ([entries, readers]) => ({ entries, readers, memory: Math.min(...readers.map(memoryOf)) }),
);

/** What the processes have said so far, by the memory of each. */
const told = new Map<number, ReturnType<typeof peaks>>();

/** What a process of so much memory says of all readers whose function has no more: they share its start. */
function toldOf(memory: number): ReturnType<typeof peaks> {
  const before = told.get(memory);
  if (before !== undefined) return before;
  const of = together.filter((kind) => kind.memory === memory).flatMap(({ readers }) => readers);
  const now = peaks(memory, of);
  told.set(memory, now);
  return now;
}

/** Reads hostile texts in a process of its own that has no more old space than the function has memory. */
async function peaks(memory: number, readers: readonly Reader[]) {
  const child = fileURLToPath(new URL("./memory-child.ts", import.meta.url));
  const cache = fileURLToPath(new URL("../../bin/compile-cache.cjs", import.meta.url));
  const args = [
    "--expose-gc",
    `--max-old-space-size=${memory}`,
    "-r",
    cache,
    child,
    ...readers.map(({ name }) => name),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1_024 * 1_024 });
  return stdout
    .trim()
    .split("\n")
    .map((text) => line.parse(JSON.parse(text)));
}

// Another system has no count of the peak that can be set back.
describe.skipIf(!existsSync("/proc/self/clear_refs"))("a stranger's text leaves a quarter of the memory free", () => {
  it.each(together)("in $entries", async ({ memory, readers }) => {
    const names = new Set(readers.map(({ name }) => name));
    const found = (await toldOf(memory)).filter(({ reader }) => names.has(reader));
    expect(found.filter(({ peak }) => peak > SHARE * memory)).toEqual([]);
    expect(new Set(found.map(({ reader }) => reader))).toEqual(names);
  });
});
