import { parentPort, workerData } from "node:worker_threads";
import { cpuTime } from "../hostile/cpu-time.ts";
import { READERS } from "../hostile/readers.ts";
import { seeded } from "../upstreams/seeded.ts";
import { randomText } from "./random-text.ts";

/** The thread's arguments: the number of texts, the seed, and where to report the current one. */
export interface FuzzOrder {
  readonly seed: number;
  readonly inputs: number;
  /** Three 32-bit numbers: the current text, the second at which it was begun, and the thousands of characters before it. */
  readonly progress: SharedArrayBuffer;
}

/** A finding: a text that made a reader throw, or took too long. */
export interface Finding {
  readonly reader: string;
  /** Makes the same text with the same seed. */
  readonly input: number;
  readonly what: string;
  readonly text: string;
}

/** The limit of CPU time for each 100 KB, and for a shorter text, in milliseconds. */
const ALLOWED = 100;
const PER_BYTES = 100 * 1_024;
/** Measurements of a text that took too long; the shortest one counts. */
const ATTEMPTS = 4;

const { seed, inputs, progress } = workerData as FuzzOrder;
const now = new Int32Array(progress);
let characters = 0;

async function found(input: number): Promise<Finding | null> {
  const reader = READERS[input % READERS.length];
  if (reader === undefined) throw new Error("there are no readers");
  const text = randomText(reader, seeded(seed + input));
  characters += text.length;
  const finding = (what: string): Finding => ({ reader: reader.name, input, what, text });
  const allowed = Math.max(reader.atMost ?? 0, ALLOWED * Math.max(1, Buffer.byteLength(text) / PER_BYTES));
  try {
    const started = performance.now();
    await reader.read(text);
    if (performance.now() - started <= allowed) return null;
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && least > allowed; attempt += 1) {
      least = Math.min(least, await cpuTime(() => reader.read(text)));
    }
    return least <= allowed ? null : finding(`${Math.round(least)} ms for ${text.length} characters`);
  } catch (error) {
    return finding(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

for (let input = 0; input < inputs; input += 1) {
  Atomics.store(now, 0, input);
  Atomics.store(now, 1, Math.floor(performance.now() / 1_000));
  const finding = await found(input);
  Atomics.store(now, 2, Math.floor(characters / 1_000));
  if (finding !== null) parentPort?.postMessage(finding);
}
