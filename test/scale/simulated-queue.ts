import type { Process, Simulation } from "./simulation.ts";

/** The numbers of a queue, its event source and its function. */
export interface QueueNumbers {
  readonly batchSize: number;
  readonly maxConcurrency: number;
  readonly maxReceiveCount: number;
  /** In megabytes. */
  readonly memory: number;
}

/** Lambda's concurrency, which all functions of an account share. */
export class Account {
  readonly limit: number;
  #used = 0;
  #most = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The most functions that ran at once. */
  get most(): number {
    return this.#most;
  }

  /** Takes a function. @param again is called when one is free again, if none is free now */
  take(again: () => void): boolean {
    if (this.#used >= this.limit) {
      this.#waiting.push(again);
      return false;
    }
    this.#used += 1;
    this.#most = Math.max(this.#most, this.#used);
    return true;
  }

  release(): void {
    this.#used -= 1;
    this.#waiting.shift()?.();
  }
}

/** How one receive of a message ended: done, given up for a person, or returned for some seconds. */
export type Outcome = "done" | "given_up" | { readonly again: number };

/** The work of one receive. */
export type Work = (receiveCount: number) => Process<Outcome>;

interface SimulatedMessage {
  readonly sentAt: number;
  readonly work: Work;
  receives: number;
}

/**
 * A queue and its worker: batches run concurrently up to the event source's maximum concurrency and the account's limit, the
 * messages of a batch as well; a function is paid until its slowest message is done. Polling takes no time.
 */
export class SimulatedQueue {
  readonly numbers: QueueNumbers;
  readonly #simulation: Simulation;
  readonly #account: Account;
  /** Visible messages from `#first` on: to move all of a long list with each receive would take most of the time. */
  #visible: SimulatedMessage[] = [];
  #first = 0;
  #running = 0;
  #waitsForAccount = false;
  #left = 0;
  /** Messages that were done, seconds from sending to the end of each. */
  readonly ages: number[] = [];
  /** Messages that are left to a person. */
  givenUp = 0;
  receives = 0;
  invocations = 0;
  /** Seconds of the function that are paid. */
  paidSeconds = 0;

  constructor(simulation: Simulation, numbers: QueueNumbers, account: Account) {
    this.#simulation = simulation;
    this.numbers = numbers;
    this.#account = account;
  }

  /** Messages that are neither done nor given up: visible, delayed or in flight. */
  get left(): number {
    return this.#left;
  }

  /** Sends a message. @param delay seconds until it may be received */
  send(work: Work, delay = 0): void {
    this.#left += 1;
    const message = { sentAt: this.#simulation.now, work, receives: 0 };
    this.#simulation.after(delay, () => this.#show(message));
  }

  #show(message: SimulatedMessage): void {
    this.#visible.push(message);
    this.#poll();
  }

  #poll(): void {
    const { maxConcurrency, batchSize } = this.numbers;
    while (this.#visible.length > this.#first && this.#running < maxConcurrency && !this.#waitsForAccount) {
      const isFree = this.#account.take(() => {
        this.#waitsForAccount = false;
        this.#poll();
      });
      if (!isFree) {
        this.#waitsForAccount = true;
        return;
      }
      this.#invoke(this.#received(batchSize));
    }
  }

  #received(most: number): readonly SimulatedMessage[] {
    const batch = this.#visible.slice(this.#first, this.#first + most);
    this.#first += batch.length;
    if (this.#first > this.#visible.length / 2) {
      this.#visible = this.#visible.slice(this.#first);
      this.#first = 0;
    }
    return batch;
  }

  #invoke(batch: readonly SimulatedMessage[]): void {
    const begin = this.#simulation.now;
    this.#running += 1;
    this.invocations += 1;
    let working = batch.length;
    for (const message of batch) {
      message.receives += 1;
      this.receives += 1;
      this.#simulation.start(message.work(message.receives), (outcome) => {
        this.#settle(message, outcome);
        working -= 1;
        if (working > 0) return;
        this.paidSeconds += this.#simulation.now - begin;
        this.#running -= 1;
        this.#account.release();
        this.#poll();
      });
    }
  }

  #settle(message: SimulatedMessage, outcome: Outcome): void {
    if (outcome === "done") {
      this.#left -= 1;
      this.ages.push(this.#simulation.now - message.sentAt);
    } else if (outcome === "given_up" || message.receives >= this.numbers.maxReceiveCount - 1) {
      // The last receive only returns the message, so that SQS dead-letters it.
      this.#left -= 1;
      this.givenUp += 1;
    } else this.#simulation.after(outcome.again, () => this.#show(message));
  }
}
