import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import type { Reconcilable } from "../../lambdas/shared/work/reconcile.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import { Actors } from "./actor.ts";
import type { HistoryQueueProps } from "./history-queue.ts";
import { HistoryQueue } from "./history-queue.ts";
import type { Site } from "./site.ts";
import type { CommonInvoked, Step } from "./steps.ts";

const HOUR = 60 * MINUTE;

/** What a feature's functions need of the world. */
export interface HistoryWorld<M, R = void> {
  readonly actors: Actors;
  readonly clock: TestClock;
  readonly queue: HistoryQueue<M>;
  readonly site: Site<R>;
}

/** The functions of a feature that work in the background. */
export interface Background {
  readonly worker: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly reconcilable: Reconcilable | readonly Reconcilable[];
}

/** A history in progress. */
export interface History<I> {
  /** Makes invocations at the same time, and compares what was observed with the model. @throws Error */
  invoke(step: Extract<Step<I>, { invoked: unknown }>): Promise<void>;
  /** A quiet end: nothing fails any more. Then the truth is compared. @throws Error */
  end(): Promise<void>;
}

/** Runs a history in empty tables. @throws Error at the first observation that the model can't explain */
export async function runHistory<M, R, I>(
  steps: readonly Step<I>[],
  { queue: props, site }: { readonly queue: HistoryQueueProps; readonly site: Site<R> },
  start: (world: HistoryWorld<M, R>) => History<I>,
): Promise<void> {
  const dynamo = await startDynamo();
  try {
    const clock = testClock();
    const actors = new Actors(dynamo);
    const queue = new HistoryQueue<M>(actors, clock, props);
    const history = start({ actors, clock, queue, site });
    for (const step of steps) {
      if ("invoked" in step) await history.invoke(step);
      else if (step.queue === "lost") queue.lose();
      else queue.redrive();
    }
    await history.end();
  } finally {
    await dynamo.close();
  }
}

/** Makes an invocation that every feature has. */
export async function invokeCommon<M, R>(
  one: CommonInvoked,
  { actors, clock, queue, site }: HistoryWorld<M, R>,
  { worker, reconcilable }: Background,
): Promise<unknown> {
  switch (one.what) {
    case "delivery":
      return queue.deliver(one.pick, one.again, worker);
    case "reconcile":
      // A run that could not read or write an item fails, and the next run goes on.
      return reconcile([reconcilable].flat(), "run-1", clock).catch((error: unknown) => String(error));
    case "time":
      return actors.outside(async () => clock.forward(one.passes));
    case "mood":
      return actors.outside(async () => site.change(one.mood));
  }
}

/** Lets the site answer, and time pass, until nothing is left to do. */
export async function settle<M, R>(
  { clock, queue, site }: HistoryWorld<M, R>,
  { worker, reconcilable }: Background,
  isAnyPending: () => Promise<boolean>,
): Promise<void> {
  site.change("well");
  for (let round = 0; round < 24; round += 1) {
    while (await queue.deliver(0, false, worker));
    if (queue.depth() === 0 && !(await isAnyPending())) return;
    clock.forward(HOUR);
    await reconcile([reconcilable].flat(), "run-1", clock);
  }
}

/** @throws Error if messages are left in the queue, or reconcile ever finds an overdue work item */
export async function expectNothingLeft<M, R>(
  { clock, queue }: HistoryWorld<M, R>,
  { reconcilable }: Background,
): Promise<void> {
  if (queue.depth() > 0) throw new Error(`${queue.depth()} messages are left in the queue.`);
  clock.forward(1_000 * HOUR);
  for (const kind of [reconcilable].flat()) {
    const overdue = await kind.overdue(10);
    if (overdue.length > 0) throw new Error(`Reconcile still finds ${kind.name}: ${JSON.stringify(overdue)}.`);
  }
}

/** An answer of a function in a message of a failed history. */
export function outcome(answer: unknown): unknown {
  if (typeof answer === "symbol") return "dead";
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return answer ?? null;
  return { status: answer.status, ...("body" in answer ? { body: answer.body } : {}) };
}
