/**
 * The ways in which a call is broken.
 * - `refused`: the service refuses every attempt. The call has no effect.
 * - `lost`: the call takes effect, and its response is lost. The SDK repeats a call to AWS.
 * - `timed_out`: every attempt takes effect, and none is answered.
 * - `throttled`: the service refuses the first attempt because of load. The SDK repeats a call to AWS.
 * - `death`: the call takes effect, and the process is gone. None of its code runs any more.
 */
export const WAYS = ["refused", "lost", "timed_out", "throttled", "death"] as const;
export type Way = (typeof WAYS)[number];

/** One broken call of an invocation. */
export interface Fault {
  /** The number of the call, from 1, in the order in which the undisturbed invocation makes its calls. */
  readonly call: number;
  readonly way: Way;
}

/** A call of an invocation, in words, and whether the SDK repeats it. */
export interface MadeCall {
  readonly what: string;
  readonly isRepeated: boolean;
}
