import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { READERS } from "../hostile/readers.ts";
import type { Finding, FuzzOrder } from "./fuzz-thread.ts";

// Feeds random texts to every reader: `npx node test/fuzz/run.ts --inputs 1000000 [--seed 1]`. A reader may not throw, and
// may not take more CPU time than 100 ms for each 100 KB. A finding is printed with its seed, to be added to the cases of
// test/hostile. Exits with 1 if there was any.

/** After this many seconds a text counts as endless. */
const PATIENCE_SECONDS = 60;
const REPORT_MS = 30_000;
const SHOWN = 300;

const { values } = parseArgs({ options: { inputs: { type: "string" }, seed: { type: "string" } } });
const inputs = Number(values.inputs ?? "10000");
const seed = Number(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const progress = new SharedArrayBuffer(12);
const now = new Int32Array(progress);
const started = performance.now();
let findings = 0;

console.log(`seed ${seed}, ${inputs} inputs, ${READERS.length} readers`);
const order: FuzzOrder = { seed, inputs, progress };
const thread = new Worker(new URL("./fuzz-thread.ts", import.meta.url), { workerData: order });

thread.on("message", ({ reader, input, what, text }: Finding) => {
  findings += 1;
  console.log(`${reader}, input ${input} of seed ${seed}: ${what}\n  ${JSON.stringify(text.slice(0, SHOWN))}`);
});

const watch = setInterval(() => {
  const input = Atomics.load(now, 0);
  console.log(`${input} of ${inputs}, ${findings} findings`);
  if (performance.now() / 1_000 - Atomics.load(now, 1) < PATIENCE_SECONDS) return;
  console.log(
    `${READERS[input % READERS.length]?.name}, input ${input} of seed ${seed}: no end after ${PATIENCE_SECONDS} s`,
  );
  process.exit(1);
}, REPORT_MS);

thread.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
thread.on("exit", () => {
  clearInterval(watch);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const thousands = Atomics.load(now, 2).toLocaleString("en");
  console.log(`${inputs} inputs, ${thousands},000 characters, in ${seconds} s: ${findings} findings, seed ${seed}`);
  process.exitCode = findings === 0 ? 0 : 1;
});
