import type { RequestFailure } from "../outbound/request-failure.ts";
import type { BackOff } from "./back-off.ts";
import { backOffSeconds } from "./back-off.ts";
import { Discard, RetryLater } from "./message-outcome.ts";
import type { ReceivedMessage } from "./worker.ts";

/**
 * What a failed request makes of the message that it was made for.
 *
 * @param random from [0, 1)
 * @returns what the worker throws
 */
export function outcomeOfFailure(
  failure: RequestFailure,
  backOff: BackOff,
  { receiveCount }: Pick<ReceivedMessage, "receiveCount">,
  random: number,
  options?: { cause?: unknown },
): RetryLater | Discard {
  if (failure.kind === "permanent") return new Discard(failure.code, options);
  const delay = backOffSeconds(backOff, receiveCount, failure.retryAfterSeconds, random);
  return new RetryLater(failure.code, delay, options);
}
