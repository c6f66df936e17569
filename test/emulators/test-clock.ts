import type { Clock } from "../../lambdas/shared/clock.ts";

export const MINUTE = 60_000;
export const START = new Date("2026-11-20T03:00:00.000Z");

/** The time this many milliseconds after the start of every test. */
export function at(milliseconds: number): Date {
  return new Date(START.getTime() + milliseconds);
}

/** A clock that only moves when a test moves it. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
}

export function testClock(scale = 1): TestClock {
  let passed = 0;
  return {
    now: () => at(passed),
    wait: (milliseconds) => milliseconds * scale,
    forward(milliseconds) {
      passed += milliseconds;
    },
  };
}

/** A user that no other test uses, since tests share a table. */
export function newUser(): string {
  users += 1;
  return `user-${users}`;
}
let users = 0;
