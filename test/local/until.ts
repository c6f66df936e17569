import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between the first two polls, and between late ones: in a long wait, polling itself would take the time. */
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 600;
/** Factor between two pauses: a poll of the whole system costs several milliseconds of CPU time. */
const GROWTH = 1.5;
/**
 * Milliseconds after which a condition is given up: only against hangs, since other work on the machine must fail no
 * test. Shorter than vitest's own time-out, so that the failure names the condition.
 */
const PATIENCE_MS = 540_000;

/**
 * Polls a value until it is accepted, and returns it.
 *
 * @throws Error with the condition that was never true and the last value
 */
export async function until<T>(what: string, read: () => Promise<T> | T, accept: (seen: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const seen = await read();
    if (accept(seen)) return seen;
    if (Date.now() > deadline) {
      throw new Error(`Not within ${PATIENCE_MS} ms: ${what}. Seen last: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    }
    await pause(pauseMs);
  }
}
