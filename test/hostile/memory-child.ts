import { readFileSync, writeFileSync } from "node:fs";
import { hostileTexts } from "./memory-texts.ts";
import { READERS } from "./readers.ts";

// Reads hostile texts one after the other, with a garbage collection before each, and prints the peaks of resident memory as
// lines of JSON. Linux records the peak (proc_pid_status(5), VmHWM), so that no moment is missed; 5 resets it to the current
// value (proc_pid_clear_refs(5)).

function peakMebibytes(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1_024;
}

for (const name of process.argv.slice(2)) {
  const reader = READERS.find((known) => known.name === name);
  if (reader === undefined) throw new Error(`no reader of ${name}`);
  for (const shape of hostileTexts(reader)) {
    const text = shape.make(reader.limit);
    global.gc?.();
    writeFileSync("/proc/self/clear_refs", "5");
    await reader.read(text);
    process.stdout.write(`${JSON.stringify({ reader: name, shape: shape.name, peak: Math.ceil(peakMebibytes()) })}\n`);
  }
}
