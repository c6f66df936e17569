import type { Clock } from "../shared/clock.ts";
import { errorFields, log } from "../shared/log.ts";
import type { OverdueWorkItem, Reconcilable } from "../shared/work/reconcile.ts";
import { RECONCILE_GRACE_MS, resend } from "../shared/work/reconcile.ts";

/** A thing is sent again this often; then it fails, visibly. */
const MAX_ROUNDS = 3;
/** Things of one feature in one run; the next run takes the rest. */
const MAX_THINGS = 500;
/** Things worked on at once. */
const CONCURRENCY = 10;

/** Milliseconds until the look after a round: the first grace doubled with each, so 20, 40 and 80 minutes. */
const graceAfter = (round: number) => RECONCILE_GRACE_MS * 2 ** round;

/** What one run did with the things of all features. */
export type Reconciled = { resent: number; given_up: number; errors: number };

/**
 * Looks after everything that has been pending too long: sends it again, and after a bounded number of rounds fails it.
 *
 * @throws Error after all were tried when any could not be helped, so that the schedule's alarm speaks
 */
export async function reconcile(
  reconcilables: readonly Reconcilable[],
  correlationId: string,
  clock: Clock,
): Promise<Reconciled> {
  const done: Reconciled = { resent: 0, given_up: 0, errors: 0 };

  async function help(things: string, overdue: OverdueWorkItem): Promise<void> {
    try {
      if (overdue.rounds >= MAX_ROUNDS) {
        await overdue.giveUp("reconcile_gave_up");
        log.error("reconcile_gave_up", { things, correlation_id: correlationId });
        done.given_up += 1;
      } else {
        const grace = clock.wait(graceAfter(overdue.rounds + 1));
        await resend(overdue, correlationId, new Date(clock.now().getTime() + grace));
        done.resent += 1;
        const round = overdue.rounds + 1;
        // A first round is for a message that was lost. When that did not help, nobody works on the thing.
        if (round > 1) log.warn("still_pending", { things, round, correlation_id: correlationId });
      }
    } catch (error) {
      log.error("reconcile_failed", { things, correlation_id: correlationId, ...errorFields(error) });
      done.errors += 1;
    }
  }

  for (const { things, overdue } of reconcilables) {
    const found = await overdue(MAX_THINGS).catch((error: unknown) => {
      log.error("reconcile_failed", { things, correlation_id: correlationId, ...errorFields(error) });
      done.errors += 1;
      return [];
    });
    for (let start = 0; start < found.length; start += CONCURRENCY) {
      await Promise.all(found.slice(start, start + CONCURRENCY).map((thing) => help(things, thing)));
    }
  }
  if (done.errors > 0) throw new Error(`${done.errors} overdue things could not be found, sent again or given up`);
  return done;
}
