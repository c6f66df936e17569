import fc from "fast-check";

/**
 * What happens at one AWS call of an invocation.
 * - `death_before`, `death`: the process is killed before the call is sent, or when the call took effect.
 * - `lost`: the call takes effect, its response is lost, and the SDK repeats the call.
 * - `throttled`: AWS refuses the first attempt, and the SDK repeats the call.
 * - `refused`: AWS refuses every attempt of the call.
 * - `timed_out`: every attempt takes effect, and every response is lost.
 */
export const FAULTS = ["death_before", "death", "lost", "throttled", "refused", "timed_out"] as const;

/** The fault of one invocation. */
export interface Fault {
  /** The number of the call, from 1, in the order in which the invocation makes its calls. */
  readonly call: number;
  readonly kind: (typeof FAULTS)[number];
}

/** Faults of invocations; most invocations have none. */
export function faults(longest: number): fc.Arbitrary<Fault | null> {
  return fc.option(fc.record({ call: fc.integer({ min: 1, max: longest }), kind: fc.constantFrom(...FAULTS) }), {
    freq: 2,
  });
}
