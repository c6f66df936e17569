import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What the functions' threads run, as it is written. */
export const THREAD_SOURCE = new URL("function-thread.ts", import.meta.url);

/**
 * Writes it with all that it imports as one file of JavaScript: a thread that has to strip the types of each file itself
 * takes four times as long to start.
 */
export async function buildThreadScript(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(THREAD_SOURCE)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    logLevel: "warning",
  });
}
