import type { Clock } from "../shared/clock.ts";
import { errorFields, log } from "../shared/log.ts";
import type { Backlog } from "../shared/work/backlog.ts";
import type { OverdueWorkItem, Reconcilable } from "../shared/work/reconcile.ts";
import { RECONCILE_GRACE_MS, resend } from "../shared/work/reconcile.ts";

/** The message of a work item is sent again this often; then the work item fails, visibly. */
const MAX_ROUNDS = 3;
/** Work items of one kind in one run; the next run takes the rest. */
const MAX_WORK_ITEMS = 500;
/** Work items processed at once: their messages fill one batch of SQS. */
const AT_ONCE = 10;

/** Milliseconds until the next check after a round: the first grace period doubled with each, so 20, 40 and 80 minutes. */
const gracePeriodMs = (round: number) => RECONCILE_GRACE_MS * 2 ** round;

/**
 * What one run did with the overdue work items of all features: whose messages it sent again, which it completed itself
 * because they have no queue, and which it gave up.
 */
export type Reconciled = { resent: number; completed: number; given_up: number; errors: number };

/**
 * Sends the messages of all overdue work items again; after a bounded number of rounds, gives the work item up. Nothing is
 * sent, counted or given up while the queue has a backlog: the message may be in it. So each round is of a message that a
 * worker received, or that was lost.
 *
 * @throws Error at the end when any work item could not be processed, so that the schedule's alarm fires
 */
export async function reconcile(
  reconcilables: readonly Reconcilable[],
  correlationId: string,
  clock: Clock,
): Promise<Reconciled> {
  const done: Reconciled = { resent: 0, completed: 0, given_up: 0, errors: 0 };

  function countFailure({ name }: Reconcilable, error: unknown): void {
    log.error("reconcile_failed", { kind: name, correlation_id: correlationId, ...errorFields(error) });
    done.errors += 1;
  }

  const overdueAgainAt = ({ rounds }: OverdueWorkItem) =>
    new Date(clock.now().getTime() + clock.wait(gracePeriodMs(rounds + 1)));

  async function resendAll(kind: Reconcilable, workItems: readonly OverdueWorkItem[]): Promise<void> {
    for (const { workItem, error } of await resend(kind, workItems, correlationId, overdueAgainAt)) {
      if (error !== null) {
        countFailure(kind, error);
        continue;
      }
      done[kind.queue === null ? "completed" : "resent"] += 1;
      const round = workItem.rounds + 1;
      // The first round replaces a lost message. A second round means that no worker processes the work item.
      if (round > 1) log.warn("still_pending", { kind: kind.name, round, correlation_id: correlationId });
    }
  }

  async function giveUp(kind: Reconcilable, workItem: OverdueWorkItem): Promise<void> {
    try {
      await workItem.giveUp("reconcile_gave_up");
      log.error("reconcile_gave_up", { kind: kind.name, correlation_id: correlationId });
      done.given_up += 1;
    } catch (error) {
      countFailure(kind, error);
    }
  }

  const backlogs = new Map<Reconcilable["queue"], Promise<Backlog>>();
  /** The backlog in which the messages of a kind may be. Each queue is asked once in a run, and only if it matters. */
  function readBacklog({ queue }: Reconcilable): Promise<Backlog> {
    const known = backlogs.get(queue) ?? queue?.backlog() ?? Promise.resolve("none");
    backlogs.set(queue, known);
    return known;
  }

  /** The overdue work items whose messages are not in their queue any more. */
  async function listUndelivered(kind: Reconcilable): Promise<readonly OverdueWorkItem[]> {
    try {
      const logLate = (await kind.findLate?.()) ?? null;
      const overdue = await kind.overdue(MAX_WORK_ITEMS);
      if (overdue.length === 0 && logLate === null) return [];
      const backlog = await readBacklog(kind);
      if (backlog !== "none") {
        const about = { kind: kind.name, correlation_id: correlationId };
        if (backlog === "unread") log.warn("backlog_unread", about);
        else log.info("reconcile_held_by_backlog", about);
        return [];
      }
      logLate?.();
      return overdue;
    } catch (error) {
      countFailure(kind, error);
      return [];
    }
  }

  for (const kind of reconcilables) {
    const found = await listUndelivered(kind);
    for (const some of tens(found.filter(({ rounds }) => rounds < MAX_ROUNDS))) await resendAll(kind, some);
    for (const some of tens(found.filter(({ rounds }) => rounds >= MAX_ROUNDS)))
      await Promise.all(some.map((workItem) => giveUp(kind, workItem)));
  }
  if (done.errors > 0) throw new Error(`${done.errors} overdue work items could not be read, sent again or given up`);
  return done;
}

function* tens<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE);
}
