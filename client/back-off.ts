/** How the waits between attempts grow: `firstWaitMs`, doubled each time, never above `longestWaitMs`. */
export interface BackOff {
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/**
 * Milliseconds to wait after an attempt that failed.
 *
 * Half of the wait is fixed and half is random ("equal jitter", as on the server). Full jitter spreads a crowd a little
 * better, but one person's few attempts could then all fall into the first instant of an outage. A Retry-After is a
 * floor: jitter goes on top of it, never below.
 *
 * @param attempt the attempt that failed, from 1
 * @param retryAfterSeconds what the server asked for, if it did; not limited by `longestWaitMs`
 * @param random from [0, 1)
 */
export function waitMs(backOff: BackOff, attempt: number, retryAfterSeconds: number | null, random: number): number {
  const grown = Math.min(backOff.longestWaitMs, backOff.firstWaitMs * 2 ** (attempt - 1));
  const ownWait = grown / 2 + (grown / 2) * random;
  const floor = (retryAfterSeconds ?? 0) * 1000;
  return Math.round(floor > ownWait ? floor + (grown / 2) * random : ownWait);
}
