import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { givingUp } from "../shared/work/give-up.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerServices } from "../shared/work/worker.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { receiveWorkerUses } from "./uses.ts";
import { missVerification } from "./work/miss-verification.ts";
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
export const giveUpReceive = givingUp({
  message: webmentionReceiveMessage,
  subject: webmentionReceiveSubject,
  async end(mention, { code, correlationId }, services: Pick<WorkServices, "mentions" | "clock">) {
    if (!(await missVerification(mention, services))) return null;
    log.warn("verification_given_up", { mention_id: mention.id, correlation_id: correlationId, code });
    return "return_message";
  },
});

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
