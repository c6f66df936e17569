import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { json, optionalText, text, waitScale } from "../shared/env.ts";
import { log } from "../shared/log.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { adminMail } from "../shared/sending/admin-mail.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmedUp } from "../shared/warmed-up.ts";
import { sampleBatch } from "../shared/work/sample-batch.ts";
import type { GiveUpReason, GiveUpResult, ReceivedMessage, WorkerServices } from "../shared/work/worker.ts";
import { sqsWorker, workerEnvironment, workerServices } from "../shared/work/worker.ts";
import { afterMissedVerification, DAY_MS } from "./domain/mention.ts";
import { ownSite } from "./domain/own-site.ts";
import { postponeDigest, sendDigest } from "./mail/notify-administrators.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { MailTable } from "./tables/mail-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import type { VerifyServices } from "./work/verify-mention.ts";
import { verifyMention } from "./work/verify-mention.ts";
import {
  mailDigestMessage,
  webmentionReceiveMessage,
  webmentionReceiveSubject,
} from "./work/webmention-receive-message.ts";

export const environment = {
  RECOMMENDATIONS_TABLE: text,
  WEBMENTION_RECEIVE_QUEUE_URL: text,
  ...workerEnvironment,
  /** Our site's address: scheme and host. */
  SITE_URL: text,
  /** Our site's name; empty: its host. */
  SITE_TITLE: optionalText,
  /** An address that is verified in SES; empty: no mail is sent. */
  MAIL_FROM: optionalText,
  MAIL_ADMINISTRATORS: json(z.array(z.string())),
  WAIT_SCALE: waitScale,
};

type WorkServices = VerifyServices & WorkerServices;

/** The messages of queue `webmention-receive`: mentions to be verified, and digests to be mailed. */
export const receiveMessage = z.union([webmentionReceiveMessage, mailDigestMessage]);

function services(env: Environment<typeof environment>): WorkServices {
  const tables = documentClient();
  const { url: siteUrl, title: siteTitle } = ownSite(env.SITE_URL, { title: env.SITE_TITLE });
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    mails: new MailTable(tables, env.RECOMMENDATIONS_TABLE),
    adminMail: adminMail({ from: env.MAIL_FROM, administrators: env.MAIL_ADMINISTRATORS }),
    ...workerServices(env, env.WEBMENTION_RECEIVE_QUEUE_URL),
    siteUrl,
    siteTitle,
    fetch: outboundFetch,
    now: () => performance.now(),
    clock: systemClock(env.WAIT_SCALE),
    random: Math.random,
    newId: randomUUID,
  };
}

/** Processes one message. */
export async function receive(
  message: z.output<typeof receiveMessage>,
  services: VerifyServices,
  received: ReceivedMessage,
): Promise<void> {
  if ("digestOf" in message) await sendDigest(message, services, received);
  else await verifyMention(message, services, received);
}

/** Postpones a digest to the next day, and leaves a mention unchanged until its next scheduled verification. */
export async function giveUpReceive(
  body: unknown,
  { code, correlationId }: GiveUpReason,
  services: Pick<WorkServices, "mentions" | "mails" | "clock">,
): Promise<GiveUpResult> {
  const { mentions, clock } = services;
  const digest = z.safeParse(mailDigestMessage, body);
  if (digest.success) {
    const day = digest.data.digestOf;
    await postponeDigest({ day }, services);
    log.warn("digest_given_up", { day, correlation_id: correlationId, code });
    return "return_message";
  }
  const subject = z.safeParse(webmentionReceiveSubject, body);
  if (!subject.success) return "return_message";
  const { mentionId, requestId } = subject.data;
  const seen = await mentions.get(mentionId);
  if (seen?.requestId !== requestId)
    return z.safeParse(webmentionReceiveMessage, body).success ? "delete_message" : "return_message";
  await mentions.save(afterMissedVerification(seen, clock.now(), clock.wait(DAY_MS)), true);
  log.warn("verification_given_up", { mention_id: mentionId, correlation_id: correlationId, code });
  return "return_message";
}

export const handler = await warmedUp(
  sqsWorker({
    environment,
    message: receiveMessage,
    services,
    work: receive,
    giveUp: giveUpReceive,
  }),
  sampleBatch({ schemaVersion: 1, mentionId: "warm-up", requestId: "warm-up" }),
);
