import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CHILD_PATH } from "../entry.ts";

/** The root of the project. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** The environment of children. */
export const childEnv: NodeJS.ProcessEnv = { ...process.env, PATH: CHILD_PATH };

/**
 * Runs a program to its end.
 *
 * @returns milliseconds from its start to its end
 * @throws Error with its output when it fails
 */
export async function timedRun(
  program: string,
  args: readonly string[],
  { cwd = ROOT, env = childEnv }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const written: Buffer[] = [];
  const start = performance.now();
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (chunk: Buffer) => written.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => written.push(chunk));
  const [code] = await once(child, "close");
  const milliseconds = performance.now() - start;
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${Buffer.concat(written)}`);
  return milliseconds;
}

/** Calls a function with a temporary folder, which is removed afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "magpie-perf-run-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
