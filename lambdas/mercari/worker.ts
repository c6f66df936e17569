import * as z from "zod/mini";
import type { Environment } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import type { GiveUpReason, GiveUpResult, ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker } from "../shared/work/worker.ts";
import { workerEnvironment, workerServices } from "../shared/work/worker-environment.ts";
import { AttemptTable } from "./tables/attempt-table.ts";
import { DeletionLimit } from "./tables/deletion-limit.ts";
import type { CheckServices } from "./work/check-result.ts";
import { checkResult } from "./work/check-result.ts";
import { crawlEnvironment, crawlServices } from "./work/crawl-services.ts";
import { listCrawl } from "./work/list-crawl.ts";
import type { MercariMessage } from "./work/request-crawl.ts";
import { mercariMessage } from "./work/request-crawl.ts";

export const environment = { ...crawlEnvironment, ...workerEnvironment };

/**
 * Milliseconds of real time that one message may take; what the function's time-out leaves beyond is for writing the rows of
 * the last pages.
 */
const WORK_MS = 510_000;

type WorkServices = CheckServices & WorkerServices;

function services(env: Environment<typeof environment>): WorkServices {
  const tables = documentClient();
  return {
    ...crawlServices(env),
    attempts: new AttemptTable(tables, env.MERCARI_TABLE),
    deletionLimit: new DeletionLimit(tables, env.MERCARI_TABLE),
    ...workerServices(env, env.MERCARI_CRAWL_QUEUE_URL),
    random: Math.random,
  };
}

export const handler = sqsWorker({
  environment,
  message: mercariMessage,
  services,
  work: processMessage,
  giveUp: giveUpCrawl,
});

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

/** Whatever the message is like otherwise, it names a product. */
const crawlSubject = z.object({ productId: z.string() });

/** Ends the request of a message that is given up, unless the product is being crawled. A row whose check is given up stays. */
export async function giveUpCrawl(
  body: unknown,
  _reason: GiveUpReason,
  { products, clock }: Pick<WorkServices, "products" | "clock">,
): Promise<GiveUpResult> {
  const subject = z.safeParse(crawlSubject, body);
  if (!subject.success) return "return_message";
  const { productId } = subject.data;
  await products.giveUp(productId, clock.now());
  // Without its product there is nothing that a redrive could do.
  return (await products.get(productId)) === null ? "delete_message" : "return_message";
}
