import { setTimeout as sleep } from "node:timers/promises";
import { isRate, untilNext } from "../../expressions/schedule-expression.ts";
import type { LocalFunction } from "../functions/local-function.ts";

export interface Schedule {
  /** The name without the stage. */
  readonly name: string;
  /** `rate(…)` or `cron(…)`. */
  readonly expression: string;
  readonly timezone: string;
  readonly function: LocalFunction;
  /** Lambda's retries. */
  readonly retries: number;
  /** Receives a run whose attempts have all failed. */
  readonly deadLetter: (event: unknown, error: string) => Promise<void>;
}

/** Starts functions when their schedules are due. Intervals are scaled. */
export class ScheduleClock {
  readonly #schedules: readonly Schedule[];
  readonly #scale: number;
  readonly #now: () => number;
  readonly #stop = new AbortController();

  /** @param now the time, in milliseconds */
  constructor(schedules: readonly Schedule[], scale: number, now: () => number = Date.now) {
    this.#schedules = schedules;
    this.#scale = scale;
    this.#now = now;
  }

  start(): void {
    for (const schedule of this.#schedules) void this.#tick(schedule);
  }

  stop(): void {
    this.#stop.abort();
  }

  names(): string[] {
    return this.#schedules.map(({ name }) => name);
  }

  /** Fires a schedule once, now, without retries. @returns undefined when there is no schedule of this name */
  async fire(name: string): Promise<{ ok: boolean } | undefined> {
    const schedule = this.#schedules.find((candidate) => candidate.name === name);
    if (schedule === undefined) return undefined;
    const { ok } = await schedule.function.invoke({});
    return { ok };
  }

  async #tick(schedule: Schedule): Promise<void> {
    // A rate without a start date begins at once (EventBridge Scheduler user guide, "Rate-based schedules").
    if (isRate(schedule.expression)) await this.#run(schedule);
    const began = this.#now();
    // The schedule uses the scaled time, so full hours are shorter, too.
    let due = began;
    while (!this.#stop.signal.aborted) {
      // A timer may fire a little early: the same occurrence must not become due twice.
      const now = Math.max(due, began + (this.#now() - began) / this.#scale);
      due = now + untilNext(schedule.expression, schedule.timezone, new Date(now));
      if (!(await this.#waited(Math.max((due - now) * this.#scale, 10)))) return;
      await this.#run(schedule);
    }
  }

  /** An asynchronous invocation: Lambda retries after one and two minutes, then sends the event to its destination. */
  async #run(schedule: Schedule): Promise<void> {
    const event = {};
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await schedule.function.invoke(event, "event");
      // A run that the runner's stop has ended did not fail: the next start has its own runs.
      if (outcome.ok || this.#stop.signal.aborted) return;
      if (attempt >= schedule.retries) {
        await schedule.deadLetter(event, `${outcome.errorType}: ${outcome.errorMessage}`);
        return;
      }
      if (!(await this.#waited((attempt + 1) * 60_000 * this.#scale))) return;
    }
  }

  /** @returns false when the clock was stopped meanwhile */
  async #waited(milliseconds: number): Promise<boolean> {
    try {
      // The maximum of a timer is 24.8 days; no schedule here is rarer than weekly.
      await sleep(Math.min(milliseconds, 2 ** 31 - 1), undefined, { signal: this.#stop.signal, ref: false });
      return true;
    } catch (error) {
      if ((error as Error).name === "AbortError") return false;
      throw error;
    }
  }
}
