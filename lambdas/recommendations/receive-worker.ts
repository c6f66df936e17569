import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { GiveUpReason, GiveUpResult, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { afterMissedVerification, DAY_MS } from "./domain/mention.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { receiveWorkerUses } from "./uses.ts";
import type { VerifyServices } from "./work/verify-mention.ts";
import { verifyMention } from "./work/verify-mention.ts";
import { webmentionReceiveMessage, webmentionReceiveSubject } from "./work/webmention-receive-message.ts";

type WorkServices = VerifyServices & WorkerServices;

function services(env: Environment<typeof receiveWorkerUses>): WorkServices {
  const tables = documentClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    notices: new NoticeWriter(tables, env.NOTICES_TABLE),
    ...workerServices(env, env.WEBMENTION_RECEIVE_QUEUE_URL),
    siteUrl: env.SITE_URL,
    fetch: outboundFetch,
    now: () => performance.now(),
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
  };
}

/** Leaves a mention unchanged until its next scheduled verification. */
export async function giveUpReceive(
  body: unknown,
  { code, correlationId }: GiveUpReason,
  services: Pick<WorkServices, "mentions" | "clock">,
): Promise<GiveUpResult> {
  const { mentions, clock } = services;
  const subject = z.safeParse(webmentionReceiveSubject, body);
  if (!subject.success) return "return_message";
  const { mentionId, requestId } = subject.data;
  const seen = await mentions.get(mentionId);
  if (seen?.requestId !== requestId)
    return z.safeParse(webmentionReceiveMessage, body).success ? "delete_message" : "return_message";
  await mentions.save(afterMissedVerification(seen, clock.now(), clock.wait(DAY_MS)));
  log.warn("verification_given_up", { mention_id: mentionId, correlation_id: correlationId, code });
  return "return_message";
}

export const handler = await warmUpHandler(
  sqsWorker({
    environment: receiveWorkerUses,
    message: webmentionReceiveMessage,
    services,
    work: verifyMention,
    giveUp: giveUpReceive,
  }),
  sampleBatch({ schemaVersion: 1, mentionId: "warm-up", requestId: "warm-up" }),
);
