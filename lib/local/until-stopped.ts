import { once } from "node:events";
import type { Runner } from "./runner.ts";
import { StartError } from "./start-error.ts";

/**
 * Signals that follow each other faster are one request to end: Ctrl-C in a terminal reaches this process and npm, which
 * passes it on.
 */
const ONE_REQUEST_MS = 500;

/**
 * Starts a runner and runs it until Ctrl-C or SIGTERM, then stops it and exits 0. A failed start prints one line and
 * exits 1.
 *
 * @param start throws anything once its signal is aborted: the runner is no longer needed
 */
export async function untilStopped(start: (ending: AbortSignal) => Promise<Runner>): Promise<void> {
  const ending = endRequested();
  const runner = await start(ending).catch((error: unknown) => {
    if (!ending.aborted) exitWithLine(error);
  });
  if (!ending.aborted) await once(ending, "abort");
  await runner?.stop();
  // Threads and sockets of the emulators may stay open for a moment; their work has ended.
  process.exit(0);
}

/** Ends the process with the one line of a failed start. @throws any other error */
function exitWithLine(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  console.error(`magpie: ${error.message}`);
  process.exit(1);
}

/** Aborted by the first request to end. The second one is answered by a line; the third one ends the process at once. */
function endRequested(): AbortSignal {
  const ending = new AbortController();
  let requests = 0;
  let latest = Number.NEGATIVE_INFINITY;
  let isTold = false;
  const requested = () => {
    const now = performance.now();
    if (now - latest > ONE_REQUEST_MS) requests += 1;
    latest = now;
    if (requests > 2) process.exit(1);
    if (ending.signal.aborted && !isTold) {
      isTold = true;
      console.error("magpie: ending");
    }
    ending.abort();
  };
  process.on("SIGTERM", requested);
  process.on("SIGINT", requested);
  return ending.signal;
}
