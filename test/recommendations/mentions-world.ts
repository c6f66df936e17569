import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import type { Mention } from "../../lambdas/recommendations/domain/mention.ts";
import { giveUpRefresh } from "../../lambdas/recommendations/metadata-worker.ts";
import { giveUpReceive } from "../../lambdas/recommendations/receive-worker.ts";
import { giveUpDelivery } from "../../lambdas/recommendations/send-worker.ts";
import { BlockedHostTable } from "../../lambdas/recommendations/tables/blocked-host-table.ts";
import { DirectoryTable } from "../../lambdas/recommendations/tables/directory-table.ts";
import { MentionTable } from "../../lambdas/recommendations/tables/mention-table.ts";
import type { SendServices } from "../../lambdas/recommendations/work/deliver-webmention.ts";
import { deliverWebmention } from "../../lambdas/recommendations/work/deliver-webmention.ts";
import type { RefreshServices } from "../../lambdas/recommendations/work/refresh-recommendation.ts";
import { refreshRecommendation } from "../../lambdas/recommendations/work/refresh-recommendation.ts";
import { recommendationMetadataMessage } from "../../lambdas/recommendations/work/request-refresh.ts";
import type { VerifyServices } from "../../lambdas/recommendations/work/verify-mention.ts";
import { verifyMention } from "../../lambdas/recommendations/work/verify-mention.ts";
import { webmentionReceiveMessage } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionSendMessage } from "../../lambdas/recommendations/work/webmention-send-message.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { Worker, WorkerServices } from "../../lambdas/shared/work/worker.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { notedVisibility } from "../emulators/test-queue.ts";
import { TABLE } from "./changes-world.ts";

/** Our site in these tests. */
export const SITE_URL = "https://us.example";
export const OUR_LIST = `${SITE_URL}/.well-known/recommendations.json`;
/** The number of receives after which SQS dead-letters a message of these queues. */
export const MAX_RECEIVES = 5;

/** A worker with the behaviour of SQS around it. */
export interface Receiver<M> {
  /** @returns whether SQS deletes the message */
  receive(message: M, receiveCount?: number): Promise<boolean>;
  /** The visibility time-outs that were set, in seconds. */
  readonly waits: number[];
}

function receiver<M extends z.ZodMiniType, S>(
  worker: Pick<Worker<Record<never, never>, M, S & WorkerServices>, "message" | "work" | "giveUp">,
  services: S,
): Receiver<z.output<M>> {
  const waits: number[] = [];
  const handler = sqsWorker({
    ...worker,
    environment: {},
    services: () => ({ ...services, maxReceiveCount: MAX_RECEIVES, visibility: notedVisibility(waits) }),
  });
  return {
    waits,
    async receive(body, receiveCount = 1) {
      return (await handler(sqsEvent({ body, receiveCount }))).batchItemFailures.length === 0;
    },
  };
}

/** The worker that notifies sites, built like the deployed entry. */
export function sender(services: SendServices) {
  return receiver({ message: webmentionSendMessage, work: deliverWebmention, giveUp: giveUpDelivery }, services);
}

/** The worker that verifies mentions, built like the deployed entry. */
export function looker(services: VerifyServices) {
  return receiver({ message: webmentionReceiveMessage, work: verifyMention, giveUp: giveUpReceive }, services);
}

/** The worker that fetches a site's metadata, built like the deployed entry. */
export function refresher(services: RefreshServices) {
  return receiver(
    { message: recommendationMetadataMessage, work: refreshRecommendation, giveUp: giveUpRefresh },
    services,
  );
}

export function mentionTables(client: DynamoDBDocumentClient) {
  return {
    directory: new DirectoryTable(client, TABLE),
    mentions: new MentionTable(client, TABLE),
    notices: new NoticeWriter(client, "notices"),
    blockedHosts: new BlockedHostTable(client, TABLE),
  };
}

/** The verified mentions, newest first. */
export async function verifiedMentions(mentions: MentionTable): Promise<readonly Mention[]> {
  return (await mentions.list({ status: "verified" }, { limit: 100 }, () => true)).items;
}

/** The notices of sites that have begun to recommend us, newest first. */
export async function mentionNotices(client: DynamoDBDocumentClient): Promise<readonly Notice[]> {
  const { items } = await new NoticeTable(client, "notices").list({ limit: 100, position: undefined });
  return items.filter(({ kind }) => kind === "mention");
}

/** A host that resolves to a private address. */
export const PRIVATE_HOST = "inside.example";

/**
 * The real outbound fetch in a network of simulated sites, by their hosts. No other host has an address.
 *
 * @param timeoutMs an upper limit of every deadline
 */
export function network(
  sites: Readonly<Record<string, Pick<SimulatedSite, "port">>>,
  timeoutMs = 10_000,
): OutboundFetch {
  const hosts = Object.keys(sites);
  const addressOf = (host: string) => `93.184.215.${hosts.indexOf(host) + 1}`;
  const fetch = createOutboundFetch({
    async lookup(host) {
      if (host === PRIVATE_HOST) return ["10.0.0.1"];
      if (!hosts.includes(host)) throw new Error(`no such host: ${host}`);
      return [addressOf(host)];
    },
    dial({ addresses: [address] }) {
      const host = hosts.find((name) => addressOf(name) === address) ?? "";
      return { addresses: ["127.0.0.1"], port: sites[host]?.port ?? 0 };
    },
  });
  // The simulated sites use no TLS, and receive requests as if they did.
  return async (request) => {
    const url = String(request.url).replace(/^https:/, "http:");
    const response = await fetch({ ...request, url, timeoutMs: Math.min(request.timeoutMs, timeoutMs) });
    return { ...response, url: new URL(response.url.href.replace(/^http:/, "https:")) };
  };
}
