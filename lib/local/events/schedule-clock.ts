import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
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

const RATE = /^rate\((\d+) (minute|hour|day)s?\)$/;
const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Milliseconds from `now` until a schedule is due next.
 *
 * @throws Error when the expression is not one of EventBridge Scheduler's
 */
export function untilNext(expression: string, timezone: string, now: Date): number {
  const rate = RATE.exec(expression);
  if (rate !== null) return Number(rate[1]) * (UNITS[String(rate[2])] ?? 0);
  const cron = /^cron\((.+)\)$/.exec(expression);
  const fields = cron?.[1]?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6) throw new Error(`The local runner does not understand the schedule ${expression}`);
  // AWS: minutes hours day-of-month month day-of-week(1 = Sunday) year; the year goes last here as well, seconds first.
  const [minute, hour, day, month, weekday = "?", year] = fields;
  // A number after `#` is the ordinal of the weekday in the month, and stays.
  const shifted = weekday.replace(/(?<![#\d])\d/g, (digit) => String(Number(digit) - 1));
  const next = new Cron(`0 ${minute} ${hour} ${day} ${month} ${shifted} ${year}`, {
    timezone,
    sloppyRanges: true,
  }).nextRun(now);
  if (next === null) throw new Error(`The schedule ${expression} is never due again`);
  return next.getTime() - now.getTime();
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
    if (RATE.test(schedule.expression)) await this.#run(schedule);
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
