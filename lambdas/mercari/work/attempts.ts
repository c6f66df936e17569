import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { AttemptsExhausted, RetryLater } from "../../shared/work/message-outcome.ts";
import type { Queue } from "../../shared/work/queue.ts";
import type { ReceivedMessage, WorkerServices } from "../../shared/work/worker.ts";
import type { CrawlError } from "../domain/crawl-error.ts";
import { MERCARI_BACK_OFF } from "../domain/crawl-error.ts";
import type { AttemptTable } from "../tables/crawl-counts.ts";
import type { MercariMessage } from "./request-crawl.ts";

/** What counting the attempts of a message works with. */
export interface AttemptServices extends Pick<WorkerServices, "maxReceiveCount"> {
  readonly attempts: AttemptTable;
  readonly mercariQueue: Queue<MercariMessage>;
  readonly clock: Clock;
  readonly random: () => number;
}

const MAX_ATTEMPTS = 4;
/** How many receives before SQS dead-letters it a message that is only waiting is sent again. */
const RECEIVES_LEFT = 2;

/**
 * Checks whether a message has attempts left: SQS's receive count is no measure, since waiting for a turn uses receives. One
 * that was redriven starts again at none.
 *
 * @throws AttemptsExhausted when there are none
 */
export async function expectAttemptsLeft(
  { messageId, receiveCount }: ReceivedMessage,
  { attempts }: Pick<AttemptServices, "attempts">,
): Promise<void> {
  const made = await attempts.of(messageId);
  if (made === 0) return;
  if (receiveCount === 1) await attempts.forget(messageId);
  else if (made >= MAX_ATTEMPTS) throw new AttemptsExhausted();
}

/**
 * Counts an attempt that came to an error which may pass.
 *
 * @returns what to throw: another try after a while, or the end of them
 */
export async function afterFailedAttempt(
  { errorKind, retryAfterSeconds }: CrawlError,
  { messageId, correlationId }: ReceivedMessage,
  { attempts, clock, random }: AttemptServices,
): Promise<RetryLater | AttemptsExhausted> {
  const made = await attempts.count(messageId, clock.now());
  if (made < MAX_ATTEMPTS) {
    return new RetryLater(errorKind, backOffSeconds(MERCARI_BACK_OFF, made, retryAfterSeconds, random()));
  }
  log.warn("mercari_attempts_used_up", { error_kind: errorKind, attempts: made, correlation_id: correlationId });
  return new AttemptsExhausted();
}

/**
 * Returns a message that has to wait, which is no attempt. One with few receives left is sent again instead, so
 * that waiting alone never dead-letters it.
 *
 * @throws RetryLater
 */
export async function waitForTurn(
  message: MercariMessage,
  { code, seconds }: { readonly code: string; readonly seconds: number },
  { receiveCount, correlationId }: ReceivedMessage,
  { mercariQueue, maxReceiveCount }: AttemptServices,
): Promise<void> {
  if (receiveCount < maxReceiveCount - RECEIVES_LEFT) throw new RetryLater(code, seconds);
  await mercariQueue.send(message, correlationId, seconds);
  log.info("message_sent_anew", { code, correlation_id: correlationId });
}
