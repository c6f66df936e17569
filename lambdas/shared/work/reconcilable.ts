import type { Clock } from "../clock.ts";
import type { Queue } from "./queue.ts";
import type { Reconcilable } from "./reconcile.ts";
import { reconcileAfter } from "./reconcile.ts";

/** A table of things whose messages may be lost. */
export interface PendingTable<T> {
  /** The things that have been pending too long, longest first, at most `limit`. */
  overdue(now: Date, limit: number): Promise<readonly T[]>;
  /**
   * Has reconcile leave a thing alone until `until`, under the condition that it is still the same pending thing.
   *
   * @param rounds how often reconcile has sent its message again
   */
  postponeReconcile(thing: NoInfer<T>, until: Date, rounds: number): Promise<boolean>;
}

/** What one kind of things hands to reconcile. */
export interface PendingThings<T, M> {
  /** The feature's word for the things, for log and metric. */
  readonly things: string;
  readonly table: PendingTable<T>;
  readonly queue: Queue<M>;
  /** The message that asks for a thing's work. */
  readonly toMessage: (thing: NoInfer<T>) => NoInfer<M>;
  /** Leaves a thing failed, under the condition that it is still the same pending thing. @param code why */
  readonly giveUp: (thing: NoInfer<T>, code: string) => Promise<unknown>;
  readonly clock: Clock;
}

/** Things of which each waits for one message. */
export function reconcilable<T extends { readonly reconcileRounds: number }, M>(
  pending: PendingThings<T, M>,
): Reconcilable {
  const { things, table, queue, toMessage, giveUp, clock } = pending;
  return {
    things,
    async overdue(limit) {
      const overdue = await table.overdue(clock.now(), limit);
      return overdue.map((thing) => ({
        rounds: thing.reconcileRounds,
        send: (correlationId) => queue.send(toMessage(thing), correlationId),
        async postpone(until, rounds) {
          await table.postponeReconcile(thing, until, rounds);
        },
        async giveUp(code) {
          await giveUp(thing, code);
        },
      }));
    },
  };
}

/**
 * Keeps reconcile from sending a thing's message again while that message is worked on or waits. With the usual waits
 * the grace period is long enough, and nothing is written.
 *
 * @param milliseconds for how long, on the clock that `table` is read with
 * @returns whether something had to be written
 */
export async function postponeReconcileFor<
  T extends { readonly reconcileAt: string | null; readonly reconcileRounds: number },
>(
  thing: T,
  milliseconds: number,
  { table, clock }: { readonly table: Pick<PendingTable<NoInfer<T>>, "postponeReconcile">; readonly clock: Clock },
): Promise<boolean> {
  const end = new Date(clock.now().getTime() + milliseconds);
  if (thing.reconcileAt === null || Date.parse(thing.reconcileAt) >= end.getTime()) return false;
  await table.postponeReconcile(thing, reconcileAfter(end, clock), thing.reconcileRounds);
  return true;
}
