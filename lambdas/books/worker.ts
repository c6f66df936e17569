import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { objectClient } from "../shared/objects/object-client.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { fitPictures } from "../shared/pictures/fit-pictures.ts";
import { PictureStore } from "../shared/pictures/picture-store.ts";
import { secretsClient, secretText } from "../shared/secret.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { canReopen } from "./domain/job.ts";
import { BookTable } from "./tables/book-table.ts";
import { JobTable } from "./tables/job-table.ts";
import { QuotaTable } from "./tables/quota-table.ts";
import { RunTable } from "./tables/run-table.ts";
import { workerUses } from "./uses.ts";
import type { CollectServices } from "./work/collect-run.ts";
import { collectRun } from "./work/collect-run.ts";
import type { CoverServices } from "./work/copy-covers.ts";
import { copyCovers } from "./work/copy-covers.ts";
import type { EndServices } from "./work/end-run.ts";
import { giveUpActiveRun } from "./work/end-run.ts";
import type { CollectMessage } from "./work/request-run.ts";
import { collectMessage, collectMessageSubject } from "./work/request-run.ts";

type WorkServices = CollectServices & CoverServices & WorkerServices;

function services(env: Environment<typeof workerUses>): WorkServices {
  const tables = documentClient();
  const copiesCovers = env.GOOGLE_BOOKS_COVERS === "copied";
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    books: new BookTable(tables, env.BOOKS_TABLE),
    notices: new NoticeWriter(tables, env.NOTICES_TABLE),
    quota: new QuotaTable(tables, env.BOOKS_TABLE, env.GOOGLE_BOOKS_PER_DAY),
    ...workerServices(env, env.BOOKS_COLLECT_QUEUE_URL),
    apiKey: secretText(secretsClient(), env.GOOGLE_BOOKS_SECRET),
    country: env.GOOGLE_BOOKS_COUNTRY,
    coversQueue: copiesCovers ? jsonQueue(queueClient(), env.BOOKS_COLLECT_QUEUE_URL) : null,
    pictures: new PictureStore(objectClient(), env.SITE_BUCKET),
    fitPictures,
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
    pause: (milliseconds) => pause(milliseconds),
    newId: randomUUID,
  };
}

/** Executes the run of a message, or copies the covers that it asks for. */
export function workOnBooks(
  message: CollectMessage,
  services: CollectServices & CoverServices,
  received: ReceivedMessage,
): Promise<void> {
  const { coversOf } = message;
  return coversOf === undefined ? collectRun(message, services, received) : copyCovers(coversOf, services, received);
}

/** Ends a run whose message is given up, unless another worker has its lease. Covers are given up without a trace. */
export const giveUpRun = givingUp({
  message: collectMessage,
  subject: collectMessageSubject,
  async end({ name, workId }, { code }, services: EndServices, message) {
    if (message?.coversOf !== undefined) return "delete_message";
    const job = await services.jobs.get(name);
    if (job?.active?.run.id !== workId) return null;
    return (await giveUpActiveRun(job, code, services)) ? "return_message" : "delete_message";
  },
  async isFailed({ name, workId }, { jobs }) {
    const job = await jobs.get(name);
    return job !== null && canReopen(job, workId);
  },
});

export const handler = await warmUpHandler(
  sqsWorker({
    environment: workerUses,
    message: collectMessage,
    services,
    work: workOnBooks,
    giveUp: giveUpRun,
  }),
  sampleBatch({ schemaVersion: 1, jobName: "warm-up", runId: "warm-up" }),
);
