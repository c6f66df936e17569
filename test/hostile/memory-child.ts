import { writeFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import { residentMemory } from "../resident-memory.ts";
import type { Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import type { Shape } from "./shapes.ts";
import { generatedShapes, knownShapes } from "./shapes.ts";

// Reads hostile texts one after the other, each without the garbage of those before, and prints the peaks of resident memory
// as lines of JSON. 5 resets the peak to the current value (proc_pid_clear_refs(5)).

/** The size at which every text is tried, in bytes: a text that takes too much at the limit adds several megabytes at it. */
const SCREENED = 128 * 1_024;
/** The number of texts that are tried at the limit: those with the highest peaks before. */
const HIGHEST = 4;

/** The garbage of earlier texts that may count as a reader's, in bytes: a collection takes longer than a small text. */
const MAX_GARBAGE = 1_024 * 1_024;

/** The memory after the last collection of garbage, in bytes. */
let kept = 0;

function usedMemory(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function collectGarbage(flavor: "regular" | "last-resort"): void {
  global.gc?.({ type: "major", execution: "sync", flavor });
  kept = usedMemory();
}

/** The peak of resident memory while a text of some size is read, and how much of it the reading added, in MiB. */
async function peakOf(reader: Reader, shape: Shape, size: number) {
  const text = shape.make(size);
  if (usedMemory() > kept + MAX_GARBAGE) collectGarbage("regular");
  writeFileSync("/proc/self/clear_refs", "5");
  const before = residentMemory("self").now;
  await reader.read(text);
  const { peak } = residentMemory("self");
  return { peak, added: peak - before };
}

/** The texts that are read at a reader's limit: of those known from before and each token alone, those that take most memory. */
async function hostileTexts(reader: Reader): Promise<readonly Shape[]> {
  const tried = [...knownShapes(reader), ...generatedShapes(reader).slice(0, reader.tokens.length)];
  const screened: { readonly shape: Shape; readonly weight: number }[] = [];
  for (const shape of tried) {
    const { peak, added } = await peakOf(reader, shape, Math.min(SCREENED, reader.limit));
    // The heap keeps pages: without what it added itself, the text with the highest peak is one of many after it.
    screened.push({ shape, weight: peak + added });
  }
  screened.sort((one, other) => other.weight - one.weight);
  return screened.slice(0, HIGHEST).map(({ shape }) => shape);
}

for (const name of process.argv.slice(2)) {
  const reader = READERS.find((known) => known.name === name);
  if (reader === undefined) throw new Error(`no reader of ${name}`);
  // Only the last resort gives the pages of the heap back, above which the peaks of this reader's texts would not show.
  collectGarbage("last-resort");
  for (const shape of await hostileTexts(reader)) {
    const { peak } = await peakOf(reader, shape, reader.limit);
    process.stdout.write(`${JSON.stringify({ reader: name, shape: shape.name, peak: Math.ceil(peak) })}\n`);
  }
}
