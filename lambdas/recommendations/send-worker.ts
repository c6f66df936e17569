import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { confirmGivenUp } from "../shared/work/redriven.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { GiveUpReason, GiveUpResult, WorkerServices } from "../shared/work/worker.ts";
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
export async function giveUpDelivery(
  body: unknown,
  { code, correlationId }: GiveUpReason,
  { deliveries }: Pick<WorkServices, "deliveries">,
): Promise<GiveUpResult> {
  const subject = z.safeParse(webmentionSendSubject, body);
  if (!subject.success) return "return_message";
  const { recommendationId, announcementId } = subject.data;
  if (await deliveries.giveUp(subject.data, code)) {
    log.warn("delivery_failed", { recommendation_id: recommendationId, correlation_id: correlationId, code });
    return "return_message";
  }
  return confirmGivenUp(webmentionSendMessage, body, async () => {
    const there = await deliveries.get(subject.data);
    return there?.announcementId === announcementId && there.status === "failed";
  });
}

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
