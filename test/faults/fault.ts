import type { Way } from "../emulators/broken-call.ts";
import type { Ending } from "./endings.ts";

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

/** Whether a call to AWS only reads. */
export function isRead({ what, isRepeated }: MadeCall): boolean {
  return isRepeated && /^(?:(?:Batch)?Get|Head|List|Describe|Query|Scan)/.test(what);
}

/** The call that a case breaks, how, and what its caller does afterwards. */
export interface BrokenCall extends MadeCall {
  readonly way: Way;
  readonly ending: Ending;
}
