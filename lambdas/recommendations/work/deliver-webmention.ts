import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { backOffSeconds } from "../../shared/work/back-off.ts";
import { Discard, RetryLater } from "../../shared/work/message-outcome.ts";
import { postponeReconcileFor, reconcileAfterWait } from "../../shared/work/reconcile.ts";
import { isProcessable } from "../../shared/work/redriven.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { Attempt, Delivery } from "../domain/delivery.ts";
import { WEBMENTION_BACK_OFF } from "../domain/mention.ts";
import { wellKnownUrl } from "../domain/web-url.ts";
import { postWebmention } from "../fetch/post-webmention.ts";
import type { DeliveryTable } from "../tables/delivery-table.ts";
import type { DirectoryTable } from "../tables/directory-table.ts";
import type { WebmentionSendMessage } from "./webmention-send-message.ts";

export interface SendServices {
  readonly directory: Pick<DirectoryTable, "read">;
  readonly deliveries: DeliveryTable;
  readonly siteUrl: string;
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly random: () => number;
  /** The longest time that one attempt can take, in milliseconds, never scaled. */
  readonly attemptMs: number;
}

/** Seconds until the document is checked again; another invocation is publishing it. */
const PUBLISH_WAIT_SECONDS = 5;

/**
 * Notifies one site that it is recommended, or no longer. A late or duplicate message does nothing.
 *
 * A worker that stops between the request and its record causes another request: a Webmention is idempotent.
 */
export async function deliverWebmention(
  message: WebmentionSendMessage,
  services: SendServices,
  received: ReceivedMessage,
): Promise<void> {
  const { deliveries, clock, siteUrl, fetch } = services;
  const seen = await deliveries.get(message);
  const about = { recommendation_id: message.recommendationId, correlation_id: received.correlationId };
  if (!isProcessable(seen, message.announcementId, received)) {
    log.info("delivery_not_needed", about);
    return;
  }
  if (seen.attempts === 0 && !(await isDocumentReady(message, services))) {
    throw new RetryLater("document_not_published", PUBLISH_WAIT_SECONDS);
  }
  await postponeReconcileFor(seen, services.attemptMs, { table: deliveries, clock });
  const outcome = await postWebmention({ source: wellKnownUrl(siteUrl), target: seen.target }, fetch);
  const attempt: Attempt = {
    endpoint: outcome.kind === "no_endpoint" ? null : outcome.endpoint,
    statusCode: outcome.statusCode,
    code: "code" in outcome ? outcome.code : null,
    at: clock.now(),
  };
  if (outcome.kind === "transient") throw await saveRetry(seen, outcome, attempt, services, received);
  const status = outcome.kind === "permanent" ? "failed" : outcome.kind;
  const saved = await deliveries.finish(seen, status, attempt);
  log.info("delivery_ended", { ...about, status, code: attempt.code, status_code: attempt.statusCode, saved });
  if (outcome.kind === "permanent") throw new Discard(outcome.code);
}

/** Whether the document shows the announced change. A removed announcement was published before. */
async function isDocumentReady({ announcementId }: WebmentionSendMessage, { directory }: SendServices) {
  const { announcements, published } = await directory.read();
  return announcements.every(({ id, version }) => id !== announcementId || version <= published);
}

/** Stores an attempt that will be repeated. Reconcile is postponed until then. */
async function saveRetry(
  seen: Delivery,
  { code, retryAfterSeconds }: { readonly code: string; readonly retryAfterSeconds: number | null },
  attempt: Attempt,
  { deliveries, clock, random }: SendServices,
  { receiveCount }: ReceivedMessage,
): Promise<RetryLater> {
  const delay = backOffSeconds(WEBMENTION_BACK_OFF, receiveCount, retryAfterSeconds, random());
  const until = reconcileAfterWait(delay * 1_000, clock);
  // The endpoint of an earlier attempt is kept while the site does not respond.
  await deliveries.saveAttempt(seen, { ...attempt, endpoint: attempt.endpoint ?? seen.endpoint }, until);
  return new RetryLater(code, delay);
}
