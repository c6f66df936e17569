import { readFileSync } from "node:fs";

/** Megabytes of resident memory of a process, now and at most. */
export interface Memory {
  readonly now: number;
  readonly peak: number;
}

/** Reads a process's memory from Linux's `/proc`. @throws Error on other systems */
export function residentMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}
