/**
 * A wait with its jitter: up to half of the wait on top at random, so that what failed together does not come back
 * together.
 *
 * The one shape of jitter in the system. Full jitter (anything from nothing to the wait) spreads a crowd a little better,
 * but could let all of one caller's few attempts fall into the first instant of an outage; this way the wait that is
 * written down is the least, and a Retry-After is never undercut.
 *
 * @param wait in any unit
 * @param random from [0, 1)
 * @returns in the same unit
 */
export function withJitter(wait: number, random: number): number {
  return wait + (wait / 2) * random;
}
