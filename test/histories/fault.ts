import fc from "fast-check";
import type { Way } from "../emulators/broken-call.ts";

/** What happens at one call of an invocation. `death_before`: the process is gone before the call is sent. */
export type FaultKind = Way | "death_before";

/** The seeds of histories that were found before depend on the order. */
const FAULTS: readonly FaultKind[] = ["death_before", "death", "lost", "throttled", "refused", "timed_out"];

/** The fault of one invocation. */
export interface Fault {
  /** The number of the call, from 1, in the order in which the invocation makes its calls. */
  readonly call: number;
  readonly kind: FaultKind;
}

/** Faults of invocations; most invocations have none. */
export function faults(longest: number): fc.Arbitrary<Fault | null> {
  return fc.option(fc.record({ call: fc.integer({ min: 1, max: longest }), kind: fc.constantFrom(...FAULTS) }), {
    freq: 2,
  });
}
