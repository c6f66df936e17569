import { errorFields, log } from "../../shared/log.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import type { Watched } from "../domain/watch-list.ts";
import { BETWEEN_CHECKS_MS, dueForExistence, dueForSoldOutAt } from "../domain/watch-list.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { syncDetailOf } from "./mercari-message.ts";
import type { CrawledRows } from "./stored-page.ts";

/** Seconds from one message to the next, so that the listings' pages don't stand in the way of the next search. */
const APART_SECONDS = 10;
const LONGEST_SECONDS = 600;

/**
 * Asks for the pages of listings that are due: of sold ones for the time of their sale, and, after a complete crawl, of
 * those that it should have seen and has not.
 *
 * @returns how many were asked for
 */
export async function queueDetails(
  { outcome, complete }: Pick<CrawlRun, "outcome" | "complete">,
  { productId, before, watched }: CrawledRows,
  { mercariQueue, clock }: Pick<CrawlServices, "mercariQueue" | "clock">,
  correlationId: string,
): Promise<number> {
  if (outcome === "error") return 0;
  const now = clock.now().getTime();
  const nowSeconds = Math.floor(now / 1_000);
  const due = [
    ...dueForSoldOutAt(watched.all(), nowSeconds),
    ...(complete ? dueForExistence(watched.all(), new Set(before.keys()), nowSeconds) : []),
  ];
  const dueAgain = Math.floor((now + clock.wait(BETWEEN_CHECKS_MS)) / 1_000);
  const sent: Watched[] = [];
  try {
    for (const one of due) {
      const delay = Math.min(sent.length * APART_SECONDS, LONGEST_SECONDS);
      await mercariQueue.send(syncDetailOf({ productId, externalId: one.externalId }), correlationId, delay);
      sent.push({ ...one, dueAt: dueAgain });
    }
  } catch (error) {
    // The others stay due: the next crawl asks for them.
    const unsent = due.length - sent.length;
    log.warn("mercari_details_not_sent", { product_id: productId, unsent, ...errorFields(error) });
  }
  // After they were sent: a crash in between asks twice for a page, which is better than never.
  await watched.set(sent);
  return sent.length;
}
