import type { Simulation } from "./simulation.ts";

/** A message, and who caused it. */
export interface FairMessage<T> {
  readonly body: T;
  /** Its message group. */
  readonly group: string;
  receives: number;
}

/** A group is noisy when it took more than this share of the recent processing time (SQS guide, "How fair queues work"). */
const NOISY_SHARE = 0.1;
/** Seconds that count as recent. The guide gives no number; detection is then minutes late. */
const RECENT = 300;
const STEP = 60;

/**
 * A standard queue of SQS with message groups. Messages are received in the order in which they became visible, but those of
 * a group that takes more than its share of the workers' time only while no other message is visible. The share is
 * determined once a minute.
 */
export class SimulatedFairQueue<T> {
  readonly #simulation: Simulation;
  /** By group, the messages and the place of the first: to move all of a long list with each receive takes long. */
  readonly #visible = new Map<string, { readonly messages: FairMessage<T>[]; first: number }>();
  readonly #inFlight = new Map<string, number>();
  /** Seconds of processing by group, a map for each step. */
  #steps: Map<string, number>[] = [new Map()];
  #noisy: ReadonlySet<string> = new Set();
  #stepEnds = STEP;
  visible = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  show(message: FairMessage<T>): void {
    const { group } = message;
    const line = this.#visible.get(group) ?? { messages: [], first: 0 };
    line.messages.push(message);
    this.#visible.set(group, line);
    this.visible += 1;
  }

  receive(): FairMessage<T> | undefined {
    const groups = [...this.#visible.keys()];
    this.#detect();
    const load = (group: string) => (this.#noisy.has(group) ? 1 + (this.#inFlight.get(group) ?? 0) : 0);
    const [next] = groups.sort((one, other) => load(one) - load(other));
    const line = next === undefined ? undefined : this.#visible.get(next);
    const message = line?.messages[line.first];
    if (next === undefined || line === undefined || message === undefined) return undefined;
    line.first += 1;
    if (line.first === line.messages.length) this.#visible.delete(next);
    this.visible -= 1;
    message.receives += 1;
    this.#inFlight.set(next, (this.#inFlight.get(next) ?? 0) + 1);
    return message;
  }

  /** A message's function has ended. */
  processed(message: FairMessage<T>, seconds: number): void {
    const { group } = message;
    this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) - 1);
    const step = this.#steps.at(-1);
    step?.set(group, (step.get(group) ?? 0) + seconds);
  }

  #detect(): void {
    while (this.#simulation.now >= this.#stepEnds) {
      this.#stepEnds += STEP;
      const total = new Map<string, number>();
      for (const step of this.#steps) {
        for (const [group, seconds] of step) total.set(group, (total.get(group) ?? 0) + seconds);
      }
      const all = [...total.values()].reduce((sum, seconds) => sum + seconds, 0);
      this.#noisy = new Set([...total].filter(([, seconds]) => seconds > all * NOISY_SHARE).map(([group]) => group));
      this.#steps = [...this.#steps, new Map<string, number>()].slice(-RECENT / STEP);
    }
  }
}
