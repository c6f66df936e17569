import type { RequestFailure } from "../outbound/request-failure.ts";
import type { BackOff } from "./back-off.ts";
import { backOffSeconds } from "./back-off.ts";

/**
 * What a worker's function for one message may throw, named by effect. Anything else is a bug: it is retried like a
 * transient failure and logged as an error.
 */
abstract class MessageOutcome extends Error {
  /** Stable snake_case word for the log and for the work item that fails. */
  readonly code: string;

  constructor(code: string, options?: { cause?: unknown }) {
    super(code, options);
    this.code = code;
  }
}

/** Try again after a wait. */
export class RetryLater extends MessageOutcome {
  override readonly name = "RetryLater";
  /** Whole seconds the message shall wait. */
  readonly delaySeconds: number;

  constructor(code: string, delaySeconds: number, options?: { cause?: unknown }) {
    super(code, options);
    this.delaySeconds = delaySeconds;
  }
}

/** A permanent failure: the work item is marked failed, and the message deleted. */
export class Discard extends MessageOutcome {
  override readonly name = "Discard";
}

/** No worker can parse or validate the message: it is returned at once until SQS itself dead-letters it. */
export class PoisonMessage extends MessageOutcome {
  override readonly name = "PoisonMessage";
}

/** The code of a message whose attempts are used up, where the reason of the last failure is unknown. */
export const ATTEMPTS_USED_UP = "attempts_used_up";

/**
 * The message has no attempt left: its work item is given up, and the message returned at once until SQS itself dead-letters
 * it. The shared worker throws it at the last receive; a worker that counts attempts itself throws it earlier.
 */
export class AttemptsExhausted extends MessageOutcome {
  override readonly name = "AttemptsExhausted";

  /** @param code why the last attempt failed, where the worker knows it */
  constructor(code = ATTEMPTS_USED_UP) {
    super(code);
  }
}

/**
 * The outcome of a message whose request failed.
 *
 * @param random from [0, 1)
 * @returns the error that the worker throws
 */
export function outcomeOfFailure(
  failure: RequestFailure,
  backOff: BackOff,
  { receiveCount }: { readonly receiveCount: number },
  random: number,
  options?: { cause?: unknown },
): RetryLater | Discard {
  if (failure.kind === "permanent") return new Discard(failure.code, options);
  const delay = backOffSeconds(backOff, receiveCount, failure.retryAfterSeconds, random);
  return new RetryLater(failure.code, delay, options);
}
