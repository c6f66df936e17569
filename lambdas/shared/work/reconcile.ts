import type { SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Clock } from "../clock.ts";
import type { Environment, EnvironmentContract } from "../env.ts";
import { readEnvironment } from "../env.ts";

/** Grace period: reconcile sends a message again so many milliseconds after its work was to begin or to end. */
export const RECONCILE_GRACE_MS = 10 * 60_000;

/** From when on reconcile looks after a thing whose message is sent, or whose work ends, at `moment`. */
export function reconcileAfter(moment: Date, clock: Pick<Clock, "wait">): Date {
  return new Date(moment.getTime() + clock.wait(RECONCILE_GRACE_MS));
}

/** The same for a message that waits before it may be received. @param waitMs milliseconds, scaled by the clock */
export function reconcileAfterWait(waitMs: number, clock: Clock): Date {
  return reconcileAfter(new Date(clock.now().getTime() + clock.wait(waitMs)), clock);
}

/** One thing that has been pending too long. */
export interface OverdueWorkItem {
  /** How often it has been sent again already. */
  readonly rounds: number;
  /** Sends its message once more. */
  send(correlationId: string): Promise<void>;
  /** Notes how often, and until when it is left alone, under the condition that it is still the same pending thing. */
  postpone(until: Date, rounds: number): Promise<void>;
  /** Leaves it failed, under the same condition. */
  giveUp(code: string): Promise<void>;
}

/** Sends a thing again and notes the round. @param until when it is looked at next */
export async function resend(thing: OverdueWorkItem, correlationId: string, until: Date): Promise<void> {
  // Send first: a crash in between sends once more, which is harmless, and never counts a round for nothing.
  await thing.send(correlationId);
  await thing.postpone(until, thing.rounds + 1);
}

/** Things of one kind that the `reconcile` schedule looks after. */
export interface Reconcilable {
  /** The feature's word for the things, for log and metric. */
  readonly things: string;
  /** What is overdue now, longest first, at most `limit`. */
  overdue(limit: number): Promise<readonly OverdueWorkItem[]>;
}

/** What the parts of all features share: one client of each service, and the clock. */
export interface ReconcileClients {
  readonly tables: DynamoDBDocumentClient;
  readonly queues: SQSClient;
  readonly clock: Clock;
}

/** A feature's part in the `reconcile` schedule: the variables that it needs, and the things that it hands over. */
export interface ReconcilePart<C extends EnvironmentContract = EnvironmentContract> {
  readonly environment: C;
  /** @throws Error that names the variables of the part that are missing */
  reconcilables(clients: ReconcileClients): readonly Reconcilable[];
}

/** Makes a feature's part in the `reconcile` schedule. */
export function reconcilePart<C extends EnvironmentContract>(
  environment: C,
  reconcilables: (environment: Environment<C>, clients: ReconcileClients) => readonly Reconcilable[],
): ReconcilePart<C> {
  return { environment, reconcilables: (clients) => reconcilables(readEnvironment(environment), clients) };
}
