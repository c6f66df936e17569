import type { SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../clock.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";

/** Grace period: reconcile resends a message this many milliseconds after its work should have begun or ended. */
export const RECONCILE_GRACE_MS = 10 * 60_000;

/** When a work item becomes overdue whose message is sent, or whose work ends, at `moment`. */
export function reconcileAfter(moment: Date, clock: Pick<Clock, "wait">): Date {
  return new Date(moment.getTime() + clock.wait(RECONCILE_GRACE_MS));
}

/** The same for a message that waits before it may be received. @param waitMs milliseconds, scaled by the clock */
export function reconcileAfterWait(waitMs: number, clock: Clock): Date {
  return reconcileAfter(new Date(clock.now().getTime() + clock.wait(waitMs)), clock);
}

/** A work item that has been pending too long. */
export interface OverdueWorkItem {
  /** How often its message has been resent. */
  readonly rounds: number;
  /** Resends its message. */
  send(correlationId: string): Promise<void>;
  /** Stores the rounds, and when it becomes overdue again, under the condition that the same work is still pending. */
  postpone(until: Date, rounds: number): Promise<void>;
  /** Marks the work item failed, under the same condition. */
  giveUp(code: string): Promise<void>;
}

/** Resends the message of a work item and stores the round. @param until when it becomes overdue again */
export async function resend(workItem: OverdueWorkItem, correlationId: string, until: Date): Promise<void> {
  // Send first: after a crash in between the message is sent once more, which is harmless; no round is counted in vain.
  await workItem.send(correlationId);
  await workItem.postpone(until, workItem.rounds + 1);
}

/** The work items of one kind, for the `reconcile` schedule. */
export interface Reconcilable {
  /** The kind of the work items, for log and metric. */
  readonly things: string;
  /** The overdue work items, the longest overdue first, at most `limit`. */
  overdue(limit: number): Promise<readonly OverdueWorkItem[]>;
}

/** Shared by the parts of all features: one client of each service, and the clock. */
export interface ReconcileClients {
  readonly tables: DynamoDBDocumentClient;
  readonly queues: SQSClient;
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
