import type { Clock } from "../../client/clock.ts";

/** Time that passes only when a test says so. With `skipping`, every sleep ends at once and moves the time. */
export class TestClock implements Clock {
  /** Every requested wait, in milliseconds. */
  readonly waits: number[] = [];
  readonly #skipping: boolean;
  #now = Date.parse("2026-11-20T03:00:00.000Z");
  #timers: { readonly at: number; readonly ring: () => void }[] = [];

  constructor({ skipping }: { readonly skipping: boolean }) {
    this.#skipping = skipping;
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#skipping) {
      this.#now += milliseconds;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turnOff = this.alarm(milliseconds, resolve);
      signal?.addEventListener("abort", () => {
        turnOff();
        reject(signal.reason);
      });
    });
  }

  alarm(milliseconds: number, ring: () => void): () => void {
    const timer = { at: this.#now + milliseconds, ring };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** The number of pending sleeps and alarms. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves the time, and calls what is due. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { ring } of due) ring();
  }
}
