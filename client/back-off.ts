/**
 * The growth of the waits between attempts: `firstWaitMs`, doubled each time, never above `longestWaitMs` with the jitter.
 */
export interface BackOff {
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/**
 * Milliseconds to wait after an attempt that failed.
 *
 * Up to half of the wait comes on top at random, as on the server (`lambdas/shared/jitter.ts` says why). A Retry-After is
 * a floor: jitter goes on top of it, never below.
 *
 * @param attempt the attempt that failed, from 1
 * @param retryAfterSeconds the server's Retry-After, if any; not limited by `longestWaitMs`
 * @param random from [0, 1)
 */
export function waitMs(backOff: BackOff, attempt: number, retryAfterSeconds: number | null, random: number): number {
  // The longest wait leaves room for its jitter: clients that wait longest must not return at the same time either.
  const grown = Math.min(backOff.longestWaitMs / 1.5, backOff.firstWaitMs * 2 ** (attempt - 1));
  return Math.round(Math.max(grown, (retryAfterSeconds ?? 0) * 1_000) + (grown / 2) * random);
}
