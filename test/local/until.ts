import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between two looks. */
const PAUSE_MS = 15;
/** Milliseconds that a condition gets. Generous: other work on the machine must not fail a test. */
const PATIENCE_MS = 10_000;

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
  for (;;) {
    const seen = await look();
    if (accept(seen)) return seen;
    if (Date.now() > deadline) {
      throw new Error(`Not within ${patience} ms: ${what}. Seen last: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    }
    await pause(PAUSE_MS);
  }
}
