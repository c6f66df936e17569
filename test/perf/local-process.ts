import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { startCommand } from "../entry.ts";
import { childEnv } from "./processes.ts";

/** The local runner in a separate process. */
export interface LocalProcess {
  readonly apiUrl: string;
  readonly pid: number;
  /** Milliseconds from its start to its line `magpie ready`. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

/**
 * Starts the local runner of a project's folder on a free port, as `npm start` does.
 *
 * @param env further variables
 * @throws Error with its output when it ends before it is ready
 */
export async function startLocal(
  root: string,
  dataFolder: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<LocalProcess> {
  const start = performance.now();
  const child = spawn(...startCommand(args, root), {
    cwd: root,
    env: { ...childEnv, PORT: "0", MAGPIE_DATA_DIR: dataFolder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const written: Buffer[] = [];
  const keep = (chunk: Buffer) => written.push(chunk);
  child.stderr.on("data", keep);
  for await (const line of createInterface({ input: child.stdout })) {
    const apiUrl = /^magpie ready (\S+)/.exec(line)?.[1];
    if (apiUrl === undefined) continue;
    const readyAfter = performance.now() - start;
    child.stdout.resume();
    child.stderr.off("data", keep).resume();
    return {
      apiUrl,
      // A child that has written has started.
      pid: Number(child.pid),
      readyAfter,
      async stop() {
        child.kill("SIGTERM");
        await closed;
      },
    };
  }
  await closed;
  throw new Error(`The local runner did not start:\n${Buffer.concat(written)}`);
}
