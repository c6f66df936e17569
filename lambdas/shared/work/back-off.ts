import { withJitter } from "../jitter.ts";

/** How the waits between attempts grow: `first` × `factor` ^ (attempt − 1), in seconds. */
export interface BackOff {
  readonly first: number;
  readonly factor: number;
  /** No wait is longer, a site's own Retry-After included. SQS ends at 43,200 s. */
  readonly longest: number;
}

/**
 * Seconds to wait after an attempt that failed, jitter included. A Retry-After is a floor like the wait itself: the
 * wait's jitter goes on top, never below.
 *
 * @param attempt the attempt that failed, from 1
 * @param retryAfterSeconds what the site asked for, if it did
 * @param random from [0, 1)
 */
export function backOffSeconds(
  backOff: BackOff,
  attempt: number,
  retryAfterSeconds: number | null,
  random: number,
): number {
  const grown = Math.min(backOff.longest, backOff.first * backOff.factor ** (attempt - 1));
  const asked = Math.max(0, (retryAfterSeconds ?? 0) - grown);
  return Math.ceil(Math.min(backOff.longest, withJitter(grown, random) + asked));
}
