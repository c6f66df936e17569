import { describe, expect, it } from "vitest";
import type { Schedule } from "../../../lib/local/events/schedule-clock.ts";
import { ScheduleClock } from "../../../lib/local/events/schedule-clock.ts";
import type { InvocationOutcome } from "../../../lib/local/functions/execution-environment.ts";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { until } from "../until.ts";

describe("the clock", () => {
  const FAILED: InvocationOutcome = { ok: false, errorType: "Error", errorMessage: "boom", stack: "" };

  /** A minute's schedule that runs every 10 ms, with a scripted function; the last result repeats. */
  function scheduled(answers: InvocationOutcome[], retries = 2, of: { expression?: string; now?: () => number } = {}) {
    const runs: number[] = [];
    const deadLetters: string[] = [];
    /** How often the function had run when each dead letter was sent. */
    const runsBefore: number[] = [];
    const schedule: Schedule = {
      name: "often",
      expression: of.expression ?? "rate(1 minute)",
      timezone: "UTC",
      function: {
        invoke: async () => {
          runs.push(Date.now());
          return answers[Math.min(runs.length, answers.length) - 1];
        },
      } as unknown as LocalFunction,
      retries,
      deadLetter: async (_event, error) => {
        deadLetters.push(error);
        runsBefore.push(runs.length);
      },
    };
    return { clock: new ScheduleClock([schedule], 1 / 6_000, of.now), runs, deadLetters, runsBefore };
  }

  it("runs a schedule again and again, until it is stopped", async () => {
    const { clock, runs, deadLetters } = scheduled([{ ok: true, result: null }]);
    clock.start();
    await expect.poll(() => runs.length, { message: "three runs" }).toBeGreaterThanOrEqual(3);
    clock.stop();
    const stopped = runs.length;
    await until(
      "a while has passed",
      () => Date.now(),
      (now) => now > Number(runs.at(-1)) + 60,
    );
    expect(runs).toHaveLength(stopped);
    expect(deadLetters).toEqual([]);
  });

  it("runs a rate at once, like EventBridge Scheduler without a start date", async () => {
    const { clock, runs } = scheduled([FAILED], 0, { expression: "rate(365 days)" });
    clock.start();
    await expect.poll(() => runs.length, { message: "the first run" }).toBeGreaterThanOrEqual(1);
    clock.stop();
    expect(runs).toHaveLength(1);
  });

  it("has scaled hours: near a full hour it does not run more often", async () => {
    const early = Date.parse("2026-11-20T03:59:59.500Z") - Date.now();
    const { clock, runs } = scheduled([{ ok: true, result: null }], 2, {
      expression: "cron(0 * * * ? *)",
      now: () => Date.now() + early,
    });
    const began = Date.now();
    clock.start();
    await expect.poll(() => runs.length, { message: "three runs" }).toBeGreaterThanOrEqual(3);
    clock.stop();
    // A scaled hour is 600 ms. The third run comes two of them after the first full hour, or later on a busy machine.
    expect(Number(runs[2]) - began).toBeGreaterThan(1_190);
  });

  it("runs a schedule once for an occurrence, although its timer fired a little early", async () => {
    const began = Date.parse("2026-11-20T03:59:59.500Z");
    // When the clock begins, when it waits for the full hour, and a millisecond before that, when the timer fires.
    const times = [began, began, began + 499 / 6_000];
    const { clock, runs } = scheduled([{ ok: true, result: null }], 2, {
      expression: "cron(0 * * * ? *)",
      now: () => times.shift() ?? began + 0.1,
    });
    clock.start();
    await expect.poll(() => runs.length, { message: "two runs" }).toBeGreaterThanOrEqual(2);
    clock.stop();
    // A scaled hour is 600 ms.
    expect(Number(runs[1]) - Number(runs[0])).toBeGreaterThan(590);
  });

  it("retries a failed run, then sends it to the dead-letter queue", async () => {
    const { clock, deadLetters, runsBefore } = scheduled([FAILED]);
    clock.start();
    await expect.poll(() => deadLetters.length, { message: "it was handed on" }).toBeGreaterThanOrEqual(1);
    clock.stop();
    expect([deadLetters[0], runsBefore[0]]).toEqual(["Error: boom", 3]);
  });

  it("sends no dead letter when a retry succeeds", async () => {
    const { clock, runs, deadLetters } = scheduled([FAILED, { ok: true, result: null }]);
    clock.start();
    await expect.poll(() => runs.length, { message: "it ran on" }).toBeGreaterThanOrEqual(4);
    clock.stop();
    expect(deadLetters).toEqual([]);
  });

  it("neither retries a run that its own stop has ended, nor sends a dead letter", async () => {
    const deadLetters: string[] = [];
    let ended = false;
    const schedule = {
      name: "often",
      expression: "rate(1 minute)",
      timezone: "UTC",
      function: {
        invoke: async () => {
          clock.stop();
          ended = true;
          return FAILED;
        },
      } as unknown as LocalFunction,
      retries: 0,
      deadLetter: async (_event: unknown, error: string) => {
        deadLetters.push(error);
      },
    };
    const clock = new ScheduleClock([schedule], 1 / 6_000);
    clock.start();
    await until("the run has ended", () => ended, Boolean);
    expect(deadLetters).toEqual([]);
  });

  it("fires on demand, once, and knows its names", async () => {
    const { clock, runs, deadLetters } = scheduled([FAILED]);
    expect(clock.names()).toEqual(["often"]);
    expect(await clock.fire("often")).toEqual({ ok: false });
    expect(await clock.fire("never")).toBeUndefined();
    expect(runs).toHaveLength(1);
    expect(deadLetters).toEqual([]);
  });
});
