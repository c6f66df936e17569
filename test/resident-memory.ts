import { readFileSync } from "node:fs";

/** Megabytes of resident memory of a process, now and at most. */
export interface Memory {
  readonly now: number;
  readonly peak: number;
}

/**
 * Reads a process's memory from Linux's `/proc` (proc_pid_status(5)). The peak misses no moment, and is the process's own: that
 * of getrusage(2) begins with the peak of the process that started it.
 *
 * @throws Error on other systems
 */
export function residentMemory(pid: number | "self"): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}
