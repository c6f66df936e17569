import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts a script of this folder in a separate process; its standard error is shown. */
export function startChild(script: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Kills it like a power cut would, and waits until it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "close");
  child.kill("SIGKILL");
  await gone;
}
