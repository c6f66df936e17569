import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between the first two looks, and between late ones: a long wait would be spent on looking. */
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 200;
/** Milliseconds after which a condition is given up: against hangs only, since other work on the machine must fail no test. */
const PATIENCE_MS = 120_000;

/**
 * Looks again and again until what it sees is accepted, and returns that.
 *
 * @throws Error that says what never came true and what was seen last
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  accept: (seen: T) => boolean,
  patience = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const seen = await look();
    if (accept(seen)) return seen;
    if (Date.now() > deadline) {
      throw new Error(`Not within ${patience} ms: ${what}. Seen last: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    }
    await pause(pauseMs);
  }
}
