import { awsError, lostAnswer } from "./aws-errors.ts";
import { ATTEMPTS } from "./retry-at-once.ts";

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

/** Whether a call fails that is broken in this way, however often the SDK repeats it. */
export function failsEveryAttempt(way: string | undefined): boolean {
  return way === "refused" || way === "timed_out";
}

/** The errors that stand for the network and for AWS. */
const INJECTED = new WeakSet<object>();

function injected(error: Error): Error {
  INJECTED.add(error);
  return error;
}

/**
 * One attempt of a call to AWS.
 *
 * @param way how this attempt is broken; null if it is not
 * @param die ends the process; its promise is never settled
 * @throws Error of AWS or of the connection, which the SDK handles
 */
export async function brokenAttempt<T>(
  way: Way | null,
  forward: () => Promise<T>,
  die: () => Promise<never>,
): Promise<T> {
  if (way === "refused") throw injected(awsError("InternalServerError", 500));
  if (way === "throttled") throw injected(awsError("ThrottlingException", 400));
  if (way === null) return forward();
  // The service's refusal is lost like any other answer.
  await Promise.allSettled([forward()]);
  if (way === "death") return die();
  throw injected(lostAnswer(way === "lost" ? "hungUp" : "timedOut"));
}

/** Makes a call of a service whose SDK is not there with the attempts of the SDK: it repeats what an attempt has broken. */
export async function withAttempts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (number === ATTEMPTS || !INJECTED.has(error as object)) throw withNumber(error as SdkError, number);
    }
  }
}

/** The part of an error of the SDK that says how it came about. */
type SdkError = Error & { readonly $metadata?: object };

function withNumber(error: SdkError, attempts: number): SdkError {
  return Object.assign(error, { $metadata: { ...error.$metadata, attempts } });
}
