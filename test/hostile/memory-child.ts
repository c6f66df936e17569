import { writeFileSync } from "node:fs";
import { residentMemory } from "../resident-memory.ts";
import type { Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

// Reads hostile texts one after the other, with a garbage collection before each, and prints the peaks of resident memory as
// lines of JSON. 5 resets the peak to the current value (proc_pid_clear_refs(5)).

/** The part of a reader's limit at which every text is tried. */
const SCREENED = 1 / 8;
/** The number of texts that are tried at the limit: those with the highest peaks before. */
const HIGHEST = 4;

/** The peak of resident memory while a text of some size is read, in MiB. */
async function peakOf(reader: Reader, shape: Shape, size: number): Promise<number> {
  const text = shape.make(size);
  global.gc?.();
  writeFileSync("/proc/self/clear_refs", "5");
  await reader.read(text);
  return residentMemory("self").peak;
}

/** The texts that are read at a reader's limit: of those known from before and each token alone, those that take most memory. */
async function hostileTexts(reader: Reader): Promise<readonly Shape[]> {
  const tried = [...knownShapes(reader), ...generatedShapes(reader).slice(0, reader.tokens.length)];
  const screened: { readonly shape: Shape; readonly peak: number }[] = [];
  for (const shape of tried) screened.push({ shape, peak: await peakOf(reader, shape, reader.limit * SCREENED) });
  screened.sort((one, other) => other.peak - one.peak);
  return screened.slice(0, HIGHEST).map(({ shape }) => shape);
}

for (const name of process.argv.slice(2)) {
  const reader = READERS.find((known) => known.name === name);
  if (reader === undefined) throw new Error(`no reader of ${name}`);
  for (const shape of await hostileTexts(reader)) {
    const peak = Math.ceil(await peakOf(reader, shape, reader.limit));
    process.stdout.write(`${JSON.stringify({ reader: name, shape: shape.name, peak })}\n`);
  }
}
