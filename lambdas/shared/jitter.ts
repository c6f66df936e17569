/**
 * A wait with jitter: up to half of the wait is added at random, so that concurrent failures are not retried concurrently.
 *
 * This is the only form of jitter in the system. Full jitter (a random part of the wait) spreads retries slightly better,
 * but could let all of one caller's few attempts happen at the beginning of an outage. With this form the documented wait is
 * the shortest, and a Retry-After is always respected.
 *
 * @param wait in any unit
 * @param random from [0, 1)
 * @returns in the same unit
 */
export function withJitter(wait: number, random: number): number {
  return wait + (wait / 2) * random;
}
