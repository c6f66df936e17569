import { errorFields, log } from "../log.ts";

/** What keeps a lease while its holder works. */
export interface KeptLease {
  /** Whether it has been lost: somebody took the holder for dead. */
  lost(): boolean;
  stop(): void;
}

/**
 * Renews a lease on a timer, for as long as the holder's process lives and works: during a fetch, too, so that only a
 * dead holder's lease ends.
 *
 * @param renew tells whether the lease is still ours
 * @param everyMs milliseconds; a good deal less than the lease lasts
 */
export function keepLease(renew: () => Promise<boolean>, everyMs: number): KeptLease {
  let lost = false;
  const timer = setInterval(() => {
    renew().then(
      (kept) => {
        lost ||= !kept;
      },
      // A renewal that fails is no loss yet: the next one comes, and a write by a holder that lost it fails anyway.
      (error: unknown) => log.warn("lease_not_renewed", errorFields(error)),
    );
  }, everyMs);
  timer.unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}
