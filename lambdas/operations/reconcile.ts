import type { Clock } from "../shared/clock.ts";
import { errorFields, log } from "../shared/log.ts";
import type { OverdueWorkItem, Reconcilable } from "../shared/work/reconcile.ts";
import { RECONCILE_GRACE_MS, resend } from "../shared/work/reconcile.ts";

/** The message of a work item is sent again this often; then the work item fails, visibly. */
const MAX_ROUNDS = 3;
/** Work items of one kind in one run; the next run takes the rest. */
const MAX_WORK_ITEMS = 500;
/** Work items processed at once. */
const CONCURRENCY = 10;

/** Milliseconds until the next check after a round: the first grace period doubled with each, so 20, 40 and 80 minutes. */
const gracePeriodMs = (round: number) => RECONCILE_GRACE_MS * 2 ** round;

/** What one run did with the overdue work items of all features. */
export type Reconciled = { resent: number; given_up: number; errors: number };

/**
 * Sends the messages of all overdue work items again; after a bounded number of rounds, gives the work item up.
 *
 * @throws Error at the end when any work item could not be processed, so that the schedule's alarm fires
 */
export async function reconcile(
  reconcilables: readonly Reconcilable[],
  correlationId: string,
  clock: Clock,
): Promise<Reconciled> {
  const done: Reconciled = { resent: 0, given_up: 0, errors: 0 };

  async function processOverdue(things: string, overdue: OverdueWorkItem): Promise<void> {
    try {
      if (overdue.rounds >= MAX_ROUNDS) {
        await overdue.giveUp("reconcile_gave_up");
        log.error("reconcile_gave_up", { things, correlation_id: correlationId });
        done.given_up += 1;
      } else {
        const grace = clock.wait(gracePeriodMs(overdue.rounds + 1));
        await resend(overdue, correlationId, new Date(clock.now().getTime() + grace));
        done.resent += 1;
        const round = overdue.rounds + 1;
        // The first round replaces a lost message. A second round means that no worker processes the work item.
        if (round > 1) log.warn("still_pending", { things, round, correlation_id: correlationId });
      }
    } catch (error) {
      log.error("reconcile_failed", { things, correlation_id: correlationId, ...errorFields(error) });
      done.errors += 1;
    }
  }

  for (const { things, overdue } of reconcilables) {
    const found = await overdue(MAX_WORK_ITEMS).catch((error: unknown) => {
      log.error("reconcile_failed", { things, correlation_id: correlationId, ...errorFields(error) });
      done.errors += 1;
      return [];
    });
    for (let start = 0; start < found.length; start += CONCURRENCY) {
      await Promise.all(found.slice(start, start + CONCURRENCY).map((workItem) => processOverdue(things, workItem)));
    }
  }
  if (done.errors > 0) throw new Error(`${done.errors} overdue work items could not be read, sent again or given up`);
  return done;
}
