import { withJitter } from "../jitter.ts";

/** The growth of the waits between attempts: `first` × `factor` ^ (attempt − 1), in seconds. */
export interface BackOff {
  readonly first: number;
  readonly factor: number;
  /** The longest wait, a site's Retry-After included. SQS's limit is 43,200 s. */
  readonly longest: number;
}

/**
 * Seconds to wait after a failed attempt, jitter included. A Retry-After is a minimum like the wait itself: the wait's
 * jitter is added to it.
 *
 * @param attempt the failed attempt, from 1
 * @param retryAfterSeconds the site's Retry-After, if any
 * @param random from [0, 1)
 */
export function backOffSeconds(
  backOff: BackOff,
  attempt: number,
  retryAfterSeconds: number | null,
  random: number,
): number {
  const grown = Math.min(backOff.longest, backOff.first * backOff.factor ** (attempt - 1));
  const additional = Math.max(0, (retryAfterSeconds ?? 0) - grown);
  return Math.ceil(Math.min(backOff.longest, withJitter(grown, random) + additional));
}
