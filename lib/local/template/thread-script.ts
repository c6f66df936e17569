import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The source of the functions' thread script. */
export const THREAD_SOURCE = new URL("../functions/function-thread.ts", import.meta.url);

/**
 * Bundles the script with its imports into one JavaScript file: a thread that strips the types of each file itself
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
