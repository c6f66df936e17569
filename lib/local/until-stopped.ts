import type { Runner } from "./runner.ts";
import { StartError } from "./start-error.ts";

/**
 * Starts a runner and runs it until Ctrl-C or SIGTERM, then stops it and exits 0. A failed start prints one line and
 * exits 1.
 */
export async function untilStopped(start: () => Promise<Runner>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  try {
    const runner = await start();
    await stopped;
    await runner.stop();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(`magpie: ${error.message}`);
    process.exit(1);
  }
  // Threads and sockets of the emulators may stay open for a moment; their work has ended.
  process.exit(0);
}
