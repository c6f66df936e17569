import fc from "fast-check";
import { MINUTE } from "../emulators/test-clock.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./fault.ts";
import type { Mood } from "./site.ts";
import { MOODS } from "./site.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Invocations that every feature has, and what changes outside. */
export type CommonInvoked =
  | { readonly what: "delivery"; readonly pick: number; readonly again: boolean; readonly fault: Fault | null }
  | { readonly what: "reconcile"; readonly fault: Fault | null }
  | { readonly what: "time"; readonly passes: number }
  | { readonly what: "mood"; readonly mood: Mood };

/** A step of a history. `order` decides which of the waiting calls of the invocations is next. */
export type Step<I> =
  | { readonly invoked: readonly I[]; readonly order: readonly number[] }
  | { readonly queue: "lost" | "redriven" };

/** One of the values, of which the first is the most frequent. */
export function mostly<T>(values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  const [first] = values;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
}

const time = fc.record({
  what: fc.constant("time" as const),
  passes: fc.constantFrom(1_000, MINUTE, 11 * MINUTE, HOUR, DAY, 4 * DAY, 100 * DAY),
});

/**
 * Generates histories.
 *
 * @param own the feature's own invocations: about as many as there are deliveries
 * @param calls the calls to AWS of the longest delivery
 */
export function histories<I>(own: fc.Arbitrary<I>, calls: number): fc.Arbitrary<readonly Step<I | CommonInvoked>[]> {
  const delivery = fc.record({
    what: fc.constant("delivery" as const),
    pick: fc.nat(5),
    again: fc.boolean(),
    fault: faults(calls),
  });
  const invoked: fc.Arbitrary<I | CommonInvoked> = fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 4, arbitrary: delivery },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("reconcile" as const), fault: faults(6) }) },
    { weight: 1, arbitrary: time },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("mood" as const), mood: fc.constantFrom(...MOODS) }) },
  );
  const invocations = fc.record({
    invoked: fc.array(invoked, { minLength: 1, maxLength: 3, size: "max" }),
    order: fc.array(fc.nat(5), { maxLength: 16, size: "max" }),
  });
  const queue = fc.record({ queue: fc.constantFrom("lost" as const, "redriven" as const) });
  // Beside other invocations time makes them late; by itself it only passes.
  const pause = fc.record({ invoked: fc.tuple(time), order: fc.constant([]) });
  const step = fc.oneof(
    { weight: 8, arbitrary: invocations },
    { weight: 1, arbitrary: pause },
    { weight: 1, arbitrary: queue },
  );
  return fc.array(step, { maxLength: 30, size: "max" });
}
