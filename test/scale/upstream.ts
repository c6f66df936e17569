import type { BackOff } from "../../lambdas/shared/work/back-off.ts";
import { backOffSeconds } from "../../lambdas/shared/work/back-off.ts";
import type { Outcome, Work } from "./simulated-queue.ts";
import type { Simulation } from "./simulation.ts";

/** A site that answers after a time, and may be away for a while. Times in seconds. */
export interface Upstream {
  readonly seconds: number;
  /** How long a request takes that gets no answer. */
  readonly timeOut: number;
  /** From when to when it does not answer, seconds since the start. */
  readonly away?: readonly [from: number, to: number];
}

/** Whether a site does not answer now. */
export function isAway({ away }: Upstream, now: number): boolean {
  return away !== undefined && now >= away[0] && now < away[1];
}

/** What is left of a queue's work once the site has answered, in seconds: the writes to the table. */
const WRITES = 0.05;

/**
 * The work of a message that needs one answer of a site.
 *
 * @param random from [0, 1), for the jitter
 */
export function fetching(simulation: Simulation, upstream: Upstream, backOff: BackOff, random: () => number): Work {
  return function* fetchOnce(receiveCount): Generator<number, Outcome, void> {
    if (isAway(upstream, simulation.now)) {
      yield upstream.timeOut;
      return { again: backOffSeconds(backOff, receiveCount, null, random()) };
    }
    yield upstream.seconds + WRITES;
    return "done";
  };
}

/** Random numbers that are the same in each run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
