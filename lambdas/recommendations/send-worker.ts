import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { hasFailed } from "../shared/work/redriven.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { DeliveryTable } from "./tables/delivery-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { sendWorkerUses } from "./uses.ts";
import type { SendServices } from "./work/deliver-webmention.ts";
import { deliverWebmention } from "./work/deliver-webmention.ts";
import { webmentionSendMessage, webmentionSendSubject } from "./work/webmention-send-message.ts";

type WorkServices = SendServices & WorkerServices;

function services(env: Environment<typeof sendWorkerUses>): WorkServices {
  const tables = documentClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    deliveries: new DeliveryTable(tables, env.RECOMMENDATIONS_TABLE),
    ...workerServices(env, env.WEBMENTION_SEND_QUEUE_URL),
    attemptMs: env.ATTEMPT_SECONDS * 1_000,
    siteUrl: env.SITE_URL,
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
  };
}

/** Ends a delivery whose message is given up: `failed`. */
export const giveUpDelivery = givingUp({
  message: webmentionSendMessage,
  subject: webmentionSendSubject,
  async end(delivery, { code, correlationId }, { deliveries }: Pick<WorkServices, "deliveries">) {
    if (!(await deliveries.giveUp(delivery, code))) return null;
    const about = { recommendation_id: delivery.recommendationId, correlation_id: correlationId };
    log.warn("delivery_failed", { ...about, code });
    return "return_message";
  },
  isFailed: async (delivery, { deliveries }) => hasFailed(await deliveries.get(delivery), delivery.workId),
});

export const handler = await warmUpHandler(
  sqsWorker({
    environment: sendWorkerUses,
    message: webmentionSendMessage,
    services,
    work: deliverWebmention,
    giveUp: giveUpDelivery,
  }),
  sampleBatch({
    schemaVersion: 1,
    recommendationId: "warm-up",
    target: "https://example.com/",
    announcementId: "warm-up",
  }),
);
