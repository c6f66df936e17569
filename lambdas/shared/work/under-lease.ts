import type { Clock } from "../clock.ts";
import type { LeaseRenewal } from "./lease.ts";
import { LEASE_MS, RENEWAL_MS, renewPeriodically } from "./lease.ts";
import { reconcileAfterWait } from "./reconcile.ts";

/** The table with the leases of one kind of work items. */
interface LeaseTable<H> {
  renew(handle: H, times: ReturnType<typeof leaseTimes>): Promise<boolean>;
  release(handle: H): Promise<boolean>;
}

/** Until when a lease is held that is taken or renewed now, and when the work under it becomes overdue. */
export function leaseTimes(clock: Clock) {
  const until = new Date(clock.now().getTime() + clock.wait(LEASE_MS));
  return { until, reconcileAt: reconcileAfterWait(LEASE_MS, clock) };
}

/** Works under a lease that a timer renews. Work that succeeds releases it itself, when it stores its end. */
export async function underLease<H, T>(
  table: LeaseTable<H>,
  handle: H,
  { clock, logNotReleased }: { readonly clock: Clock; readonly logNotReleased: (cause: unknown) => void },
  work: (lease: LeaseRenewal) => Promise<T>,
): Promise<T> {
  const renewal = renewPeriodically(() => table.renew(handle, leaseTimes(clock)), clock.wait(RENEWAL_MS));
  try {
    return await work(renewal);
  } catch (error) {
    // So that the next receive need not wait until the lease expires. If the release fails, too, the next receive waits.
    await table.release(handle).catch(logNotReleased);
    throw error;
  } finally {
    renewal.stop();
  }
}
