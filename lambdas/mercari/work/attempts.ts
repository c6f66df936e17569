import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { AttemptsExhausted, RetryLater } from "../../shared/work/message-outcome.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { reconcileAfterWait } from "../../shared/work/reconcile.ts";
import type { ReceivedMessage, WorkerServices } from "../../shared/work/worker.ts";
import type { CrawlError } from "../domain/crawl-error.ts";
import { MERCARI_BACK_OFF } from "../domain/crawl-error.ts";
import { SEARCH_HOST } from "../domain/search-url.ts";
import type { ReservationServices } from "../fetch/reserve-turn.ts";
import { reserveTurn } from "../fetch/reserve-turn.ts";
import type { AttemptTable } from "../tables/crawl-counts.ts";
import type { ProductTable } from "../tables/product-table.ts";
import type { MercariMessage } from "./request-crawl.ts";

export interface AttemptServices extends Pick<WorkerServices, "maxReceiveCount"> {
  readonly attempts: AttemptTable;
  readonly products: ProductTable;
  readonly mercariQueue: Queue<MercariMessage>;
  readonly clock: Clock;
  readonly random: () => number;
}

const MAX_ATTEMPTS = 4;
/** A waiting message is sent again when this many receives are left before SQS dead-letters it. */
const RECEIVES_LEFT = 2;

/**
 * Checks whether a message has attempts left. SQS's receive count is not used, since waiting for a turn uses up receives. A
 * redriven message starts at zero.
 *
 * @throws AttemptsExhausted when there are none
 */
export async function expectAttemptsLeft(
  { messageId, receiveCount }: ReceivedMessage,
  { attempts }: Pick<AttemptServices, "attempts">,
): Promise<void> {
  const made = await attempts.readCount(messageId);
  if (made === 0) return;
  if (receiveCount === 1) await attempts.forget(messageId);
  else if (made >= MAX_ATTEMPTS) throw new AttemptsExhausted();
}

/**
 * Counts an attempt that failed transiently.
 *
 * @returns the error to throw: another attempt after a wait, or the end of the attempts
 */
export async function countFailedAttempt(
  { errorKind, retryAfterSeconds }: CrawlError,
  { messageId, correlationId }: ReceivedMessage,
  { attempts, clock, random }: AttemptServices,
): Promise<RetryLater | AttemptsExhausted> {
  const made = await attempts.count(messageId, clock.now());
  if (made < MAX_ATTEMPTS) {
    return new RetryLater(errorKind, backOffSeconds(MERCARI_BACK_OFF, made, retryAfterSeconds, random()));
  }
  log.warn("mercari_attempts_used_up", { error_kind: errorKind, attempts: made, correlation_id: correlationId });
  return new AttemptsExhausted(errorKind);
}

/**
 * Returns a message that has to wait, which is no attempt. A message with few receives left is sent again instead, so that
 * waiting alone never dead-letters it. Reconcile waits as long: a message that is hidden until its turn is not lost.
 *
 * @throws RetryLater
 */
export async function waitForTurn(
  message: MercariMessage,
  { code, seconds }: { readonly code: string; readonly seconds: number },
  { receiveCount, correlationId }: ReceivedMessage,
  { products, mercariQueue, maxReceiveCount, clock }: AttemptServices,
): Promise<void> {
  if (message.type === "listCrawl") {
    await products.waitForTurn(message.productId, reconcileAfterWait(seconds * 1_000, clock));
  }
  if (receiveCount < maxReceiveCount - RECEIVES_LEFT) throw new RetryLater(code, seconds);
  await mercariQueue.send(message, correlationId, seconds);
  log.info("message_sent_anew", { code, correlation_id: correlationId });
}

/**
 * Returns a message to its queue until the turn that it reserves of Mercari's host. This is no attempt. The message may
 * have to wait again, as in `waitForTurn`.
 *
 * @param turns the number of pages that the message is about to request
 * @returns true when the message may proceed; false when it was sent again
 * @throws RetryLater
 */
export async function reserveTurnOrWait(
  message: MercariMessage,
  turns: number,
  received: ReceivedMessage,
  services: AttemptServices & ReservationServices,
): Promise<boolean> {
  const seconds = await reserveTurn(SEARCH_HOST, { turns, receiveCount: received.receiveCount }, services);
  if (seconds === 0) return true;
  await waitForTurn(message, { code: "host_busy", seconds }, received, services);
  return false;
}
