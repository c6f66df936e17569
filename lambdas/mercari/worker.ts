import type { Environment } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { LATER_PAGES } from "./domain/product.ts";
import { AttemptTable, DeletionLimit } from "./tables/crawl-counts.ts";
import { workerUses } from "./uses.ts";
import { countFailedAttempt, expectAttemptsLeft, reserveTurnOrWait, waitForTurn } from "./work/attempts.ts";
import type { CheckServices } from "./work/check-result.ts";
import { checkResult } from "./work/check-result.ts";
import { crawlServices } from "./work/crawl-services.ts";
import { crawlUnderLease } from "./work/crawl-under-lease.ts";
import type { ListCrawl, MercariMessage } from "./work/request-crawl.ts";
import { listCrawlSubject, mercariMessage } from "./work/request-crawl.ts";

/**
 * Milliseconds of real time for one message; the rest of the function's time-out is for writing the rows of the last pages.
 */
const WORK_MS = 510_000;

type WorkServices = CheckServices & WorkerServices;

function services(env: Environment<typeof workerUses>): WorkServices {
  const tables = documentClient();
  return {
    ...crawlServices(env),
    attempts: new AttemptTable(tables, env.MERCARI_TABLE),
    deletionLimit: new DeletionLimit(tables, env.MERCARI_TABLE),
    ...workerServices(env, env.MERCARI_CRAWL_QUEUE_URL),
    random: Math.random,
  };
}

/** Processes one message. A late or duplicate message reads the pages once more and changes nothing. */
export async function processMessage(
  message: MercariMessage,
  services: WorkServices,
  received: ReceivedMessage,
): Promise<void> {
  const by = new Date(services.clock.now().getTime() + WORK_MS);
  if (message.type === "listCrawl") await listCrawl(message, by, services, received);
  else await checkResult(message, by, services, received);
}

/** Seconds until the next attempt to crawl a product that another crawl holds. */
const BUSY_SECONDS = 60;

/**
 * Crawls a product's search. A permanent error ends the message, but not the product's crawls: the next hour's crawl follows
 * anyway, and operators are notified by the log.
 *
 * @param by when the crawl's time is over
 */
async function listCrawl(
  message: ListCrawl,
  by: Date,
  services: WorkServices,
  received: ReceivedMessage,
): Promise<void> {
  await expectAttemptsLeft(received, services);
  // The waits between the pages of one crawl are spent in the function: storing the pages in between costs more (decision
  // 10).
  if (!(await reserveTurnOrWait(message, LATER_PAGES, received, services))) return;
  const run = await crawlUnderLease(message.productId, by, services, received.correlationId, { resumes: true });
  if (run === "gone") return;
  if (run === "held") {
    return waitForTurn(message, { code: "crawl_in_progress", seconds: BUSY_SECONDS }, received, services);
  }
  if (run.outcome === "queued") {
    // Either the search was changed, or the time ran out for pages or removals. In the second case reconcile requests
    // another crawl several times, and then the hourly schedule does: an immediate retry would most likely run out of time
    // again.
    const isOver = run.reachedEnd || services.clock.now() >= by;
    if (!isOver) await services.mercariQueue.send(message, received.correlationId);
    return;
  }
  if (run.error?.transient) throw await countFailedAttempt(run.error, received, services);
}

/** Ends the request of a message that is given up, unless the product is being crawled. A row whose check is given up stays. */
export const giveUpCrawl = givingUp({
  message: mercariMessage,
  subject: listCrawlSubject,
  async end({ id }, _reason, { products, clock }: Pick<WorkServices, "products" | "clock">) {
    await products.giveUp(id, clock.now());
    // Without its product, a redrive would have no effect.
    return (await products.get(id)) === null ? "delete_message" : "return_message";
  },
});

export const handler = await warmUpHandler(
  sqsWorker({
    environment: workerUses,
    message: mercariMessage,
    services,
    work: processMessage,
    giveUp: giveUpCrawl,
  }),
  sampleBatch({ type: "listCrawl", productId: "warm-up" }),
);
