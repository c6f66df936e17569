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
 * The share of a function's memory that may be resident. The child has no clients of the AWS SDK, but the readers of all
 * features and a TypeScript compiler: idle, the two take the same.
 */
const SHARE = 0.75;

const line = z.object({ reader: z.string(), shape: z.string(), peak: z.number() });

/** The memory that a program may take which people start, in MiB. Browsers run the same readers. */
const PROGRAMS = [["bin/cli.ts", 512]] as const;

const functions = new Map<string, number>([
  ...PROGRAMS,
  ...synthesized()
    .some("AWS::Lambda::Function")
    .map(([, { Properties }]) => [Properties.Description as string, Properties.MemorySize as number] as const),
]);

/** The memory of the smallest function that uses the reader, in MiB. */
function memoryOf({ name, functions: entries }: Reader): number {
  const sizes = entries.map((entry) => functions.get(entry));
  if (sizes.length === 0 || sizes.includes(undefined)) throw new Error(`${name} names a function that is not there`);
  return Math.min(...sizes.map(Number));
}

/** The readers of functions with the same memory. */
const together = [...Map.groupBy(READERS, memoryOf)].map(([memory, readers]) => ({ memory, readers }));

/**
 * Reads hostile texts in a process of their own, whose old space is limited to the functions' memory. What the readers before
 * one have left counts as its own.
 */
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

// Other systems have no peak counter that can be reset.
describe.skipIf(!existsSync("/proc/self/clear_refs"))("a hostile text leaves a quarter of the memory free", () => {
  it.each(together)("of $memory MB", async ({ memory, readers }) => {
    const found = await peaks(memory, readers);
    expect(found.filter(({ peak }) => peak > SHARE * memory)).toEqual([]);
    expect(new Set(found.map(({ reader }) => reader))).toEqual(new Set(readers.map(({ name }) => name)));
  });
});
