import type { Clock } from "../clock.ts";
import type { Outgoing, Queue } from "./queue.ts";
import type { OverdueWorkItem, Reconcilable } from "./reconcile.ts";
import { reconcileAfter } from "./reconcile.ts";

/** A table of work items whose messages may be lost. */
export interface PendingTable<T> {
  /** The work items that have been pending too long, the longest overdue first, at most `limit`. */
  overdue(now: Date, limit: number): Promise<readonly T[]>;
  /**
   * Postpones the moment from which on a work item is overdue, under the condition that the same work is still pending.
   *
   * @param rounds how often reconcile has resent its message
   */
  postponeReconcile(workItem: NoInfer<T>, until: Date, rounds: number): Promise<boolean>;
}

/** One kind of work items, as reconcile needs it. */
export interface PendingThings<T, M> {
  /** The kind of the work items, for log and metric. */
  readonly things: string;
  readonly table: PendingTable<T>;
  readonly queue: Queue<M>;
  /** The message that requests the work. */
  readonly toMessage: (workItem: NoInfer<T>) => NoInfer<M>;
  /** Marks a work item failed, under the condition that the same work is still pending. @param code why */
  readonly giveUp: (workItem: NoInfer<T>, code: string) => Promise<unknown>;
  readonly clock: Clock;
}

/** Work items of which each waits for one message. */
export function reconcilable<T extends { readonly reconcileRounds: number }, M>(
  pending: PendingThings<T, M>,
): Reconcilable<OverdueWorkItem & Outgoing<M>> {
  const { things, table, queue, toMessage, giveUp, clock } = pending;
  return {
    things,
    async overdue(limit) {
      const overdue = await table.overdue(clock.now(), limit);
      return overdue.map((workItem) => ({
        rounds: workItem.reconcileRounds,
        message: toMessage(workItem),
        async postpone(until, rounds) {
          await table.postponeReconcile(workItem, until, rounds);
        },
        async giveUp(code) {
          await giveUp(workItem, code);
        },
      }));
    },
    send: (workItems, correlationId) => queue.sendAll(workItems, correlationId),
  };
}

/**
 * Keeps reconcile from resending a message while that message is processed or waits. With the usual waits the grace
 * period is long enough, and nothing is written.
 *
 * @param milliseconds for how long, on the clock that `table` is read with
 * @returns whether a write was necessary
 */
export async function postponeReconcileFor<
  T extends { readonly reconcileAt: string | null; readonly reconcileRounds: number },
>(
  workItem: T,
  milliseconds: number,
  { table, clock }: { readonly table: Pick<PendingTable<NoInfer<T>>, "postponeReconcile">; readonly clock: Clock },
): Promise<boolean> {
  const end = new Date(clock.now().getTime() + milliseconds);
  if (workItem.reconcileAt === null || Date.parse(workItem.reconcileAt) >= end.getTime()) return false;
  await table.postponeReconcile(workItem, reconcileAfter(end, clock), workItem.reconcileRounds);
  return true;
}
