import type { Cli } from "../cli.ts";
import type { Waiting } from "./smoked-system.ts";

const PAUSE_MS = 1_000;

/** Waits by a clock, and stops when the signal is aborted. */
export function waitingBy(clock: Cli["clock"], signal: AbortSignal): Waiting {
  return {
    async until(read, forMs) {
      const endsAt = clock.now().getTime() + forMs;
      for (;;) {
        signal.throwIfAborted();
        const seen = await read(signal);
        if (seen !== undefined) return seen;
        if (clock.now().getTime() >= endsAt) return undefined;
        await clock.sleep(PAUSE_MS, signal);
      }
    },
  };
}
