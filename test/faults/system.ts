import type { TestDynamo } from "../emulators/dynamo.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import type { FaultQueueProps } from "./fault-queue.ts";
import { FaultQueue } from "./fault-queue.ts";
import { Invocations } from "./invocations.ts";

const HOUR = 60 * MINUTE;
/** Rounds of an hour after which work that is still left is a failure. */
const MAX_ROUNDS = 30;

/** The parts of AWS that a feature's functions share: tables, queues, and the invocations that use them. */
export class System {
  readonly dynamo: TestDynamo;
  readonly clock: TestClock = testClock();
  readonly invocations: Invocations;
  readonly queues: FaultQueue<never>[] = [];
  /** What the schedules do in an hour. */
  readonly hourly: (() => Promise<unknown>)[] = [];
  /** One run of reconcile, in a feature that has work items. */
  reconcile: () => Promise<unknown> = async () => undefined;
  /** How many messages reconcile has sent again. */
  resent = 0;

  constructor(dynamo: TestDynamo) {
    this.dynamo = dynamo;
    this.invocations = new Invocations(dynamo);
  }

  /** A queue of the feature. Its worker is set later, since the worker's services have the queue. */
  queue<M>(props: FaultQueueProps): FaultQueue<M> {
    const queue = new FaultQueue<M>(props, this.invocations, this.clock);
    this.queues.push(queue as FaultQueue<never>);
    return queue;
  }

  /** Lets the workers process what they may, and hours pass with their schedules, until a whole hour brings no message. */
  async settle(): Promise<void> {
    await this.#deliver();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.clock.forward(HOUR);
      let delivered = await this.#deliver();
      // Reconcile waits for a message that is still in a queue, and acts in the next hour.
      const wasEmpty = this.#isEmpty();
      // A run that fails is followed by the next one.
      for (const run of this.hourly) await run().catch(() => undefined);
      delivered += await this.#deliver();
      if (delivered === 0 && wasEmpty && this.#isEmpty()) return;
    }
    const left = this.queues.map((queue) => `${queue.name}: ${queue.depth()}`);
    throw new Error(`The queues are not empty after ${MAX_ROUNDS} hours: ${left.join(", ")}`);
  }

  #isEmpty(): boolean {
    return this.queues.every((queue) => queue.depth() === 0);
  }

  async #deliver(): Promise<number> {
    let delivered = 0;
    for (let isAny = true; isAny; ) {
      isAny = false;
      for (const queue of this.queues) {
        queue.tidy();
        while ((await queue.deliver()) !== null) {
          isAny = true;
          delivered += 1;
          queue.tidy();
        }
      }
    }
    return delivered;
  }
}
