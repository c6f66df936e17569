import type { ReceivedMessage } from "../../shared/work/worker.ts";
import type { AttemptServices } from "./attempts.ts";
import { afterFailedAttempt, expectAttemptsLeft, waitForTurn } from "./attempts.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { crawlUnderLease } from "./crawl-under-lease.ts";
import type { ListCrawl } from "./request-crawl.ts";

/** Seconds until the next attempt to crawl a product that another crawl holds. */
const BUSY_SECONDS = 60;

/**
 * Crawls a product's search. An error that does not pass ends the message, not the product: the next hour's crawl comes
 * anyway, and people are told by what was logged.
 *
 * @param by when the crawl's time is over
 */
export async function listCrawl(
  message: ListCrawl,
  by: Date,
  services: CrawlServices & AttemptServices,
  received: ReceivedMessage,
): Promise<void> {
  await expectAttemptsLeft(received, services);
  const run = await crawlUnderLease(message.productId, by, services, received.correlationId, { resumes: true });
  if (run === "gone") return;
  if (run === "held") {
    return waitForTurn(message, { code: "crawl_in_progress", seconds: BUSY_SECONDS }, received, services);
  }
  if (run.outcome === "queued") {
    // Something else is searched for now. When it was the time that ran out, for pages or for what is to be removed,
    // reconcile asks some times more, and then the next hour does: at once, it would most likely run out again.
    const isOver = run.reachedEnd || services.clock.now() >= by;
    if (!isOver) await services.mercariQueue.send(message, received.correlationId);
    return;
  }
  if (run.error?.transient) throw await afterFailedAttempt(run.error, received, services);
}
