import type { S3Client } from "@aws-sdk/client-s3";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../clock.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";
import type { NotResent, ResendQueue } from "./backlog.ts";
import type { Outgoing } from "./queue.ts";

/** Grace period: reconcile resends a message this many milliseconds after its work should have begun or ended. */
export const RECONCILE_GRACE_MS = 10 * 60_000;

/** When a work item becomes overdue if its message is sent, or its work ends, at `moment`. */
export function reconcileAfter(moment: Date, clock: Pick<Clock, "wait">): Date {
  return new Date(moment.getTime() + clock.wait(RECONCILE_GRACE_MS));
}

/** The same for a message that waits before it may be received. @param waitMs milliseconds, scaled by the clock */
export function reconcileAfterWait(waitMs: number, clock: Clock): Date {
  return reconcileAfter(new Date(clock.now().getTime() + clock.wait(waitMs)), clock);
}

export interface OverdueWorkItem {
  /** How often its message has been resent. */
  readonly rounds: number;
  /** Stores the rounds, and when it becomes overdue again, under the condition that the same work is still pending. */
  postpone(until: Date, rounds: number): Promise<void>;
  /** Marks the work item failed, under the same condition. */
  giveUp(code: string): Promise<void>;
}

/** The work items of one kind, for the `reconcile` schedule. */
export interface Reconcilable<W extends OverdueWorkItem = OverdueWorkItem> {
  /** The name of the kind, for the log. */
  readonly name: string;
  /**
   * The queue of their messages. While it has a backlog, an overdue work item may only wait for its turn, so that its age
   * proves nothing. Null for work items without a message.
   */
  readonly queue: Pick<ResendQueue<unknown>, "backlog"> | null;
  /** Finds the work item that is late, but may not be overdue yet. @returns what logs it; null without one */
  findLate?(): Promise<(() => void) | null>;
  /** The overdue work items, the longest overdue first, at most `limit`. */
  overdue(limit: number): Promise<readonly W[]>;
  /** Resends the messages of work items. @returns the work items whose messages the queue did not accept, and why */
  send(workItems: readonly W[], correlationId: string): Promise<NotResent>;
}

/** The result for a work item; `error` is null when its message was resent and the round stored. */
export interface Resent {
  readonly workItem: OverdueWorkItem;
  readonly error: unknown;
}

/**
 * Resends the messages of work items of one kind together, and stores the round of each whose message was accepted. Never
 * throws.
 *
 * @param until when a work item becomes overdue again
 */
export async function resend(
  { send }: Pick<Reconcilable, "send">,
  workItems: readonly OverdueWorkItem[],
  correlationId: string,
  until: (workItem: OverdueWorkItem) => Date,
): Promise<readonly Resent[]> {
  // The messages are sent first: after a crash in between they are sent once more, which is harmless, and no round is
  // counted without a send.
  const { unsent, error } = await send(workItems, correlationId).catch((cause: unknown): NotResent => {
    return { unsent: workItems, error: cause };
  });
  return Promise.all(
    workItems.map(async (workItem) => {
      if (unsent.includes(workItem)) return { workItem, error };
      return workItem.postpone(until(workItem), workItem.rounds + 1).then(
        () => ({ workItem, error: null }),
        (cause: unknown) => ({ workItem, error: cause }),
      );
    }),
  );
}

/** Shared by the parts of all features: one client for each service, and the clock. */
export interface ReconcileClients {
  readonly tables: DynamoDBDocumentClient;
  readonly queues: SQSClient;
  readonly objects: S3Client;
  readonly clock: Clock;
}

/** A feature's part in the `reconcile` schedule: its variables and its kinds of work items. */
export interface ReconcilePart<C extends EnvironmentContract = EnvironmentContract> {
  readonly environment: C;
  /** @throws Error that names the variables of the part that are missing */
  reconcilables(clients: ReconcileClients): readonly Reconcilable[];
}

/** Creates a feature's part in the `reconcile` schedule. */
export function reconcilePart<C extends EnvironmentContract>(
  environment: C,
  reconcilables: (environment: Environment<C>, clients: ReconcileClients) => readonly Reconcilable[],
): ReconcilePart<C> {
  return { environment, reconcilables: (clients) => reconcilables(readEnvironment(environment), clients) };
}

/** A table of work items whose messages may be lost. */
export interface PendingTable<T> {
  /** The overdue work items, the longest overdue first, at most `limit`. */
  overdue(now: Date, limit: number): Promise<readonly T[]>;
  /**
   * Postpones the time from which a work item is overdue, under the condition that the same work is still pending.
   *
   * @param rounds how often reconcile has resent its message
   */
  postponeReconcile(workItem: NoInfer<T>, until: Date, rounds: number): Promise<boolean>;
}

/** One kind of work items, as reconcile needs it. */
export interface PendingKind<T, M> {
  /** The name of the kind, for the log. */
  readonly name: string;
  readonly table: PendingTable<T>;
  readonly queue: ResendQueue<M>;
  /** The message that requests the work. */
  readonly toMessage: (workItem: NoInfer<T>) => NoInfer<M>;
  /** Marks a work item failed, under the condition that the same work is still pending. @param code why */
  readonly giveUp: (workItem: NoInfer<T>, code: string) => Promise<unknown>;
  readonly clock: Clock;
}

/** Work items that each wait for one message. */
export function reconcilable<T extends { readonly reconcileRounds: number }, M>(
  pending: PendingKind<T, M>,
): Reconcilable<OverdueWorkItem & Outgoing<M>> {
  const { name, table, queue, toMessage, giveUp, clock } = pending;
  return {
    name,
    queue,
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
 * Keeps reconcile from resending a message while that message is processed or waits. With the usual waits the grace period
 * is long enough, and nothing is written.
 *
 * @param milliseconds for how long, by the clock of `table`
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
