import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CALL_LIMITS } from "../../shared/aws-client.ts";
import { systemClock } from "../../shared/clock.ts";
import type { Environment } from "../../shared/env.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { IdempotencyTable } from "../../shared/idempotency/idempotency-table.ts";
import { objectsOnDemand } from "../../shared/objects/objects-on-demand.ts";
import { outboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../../shared/table/table.ts";
import { jsonQueue, queueClient } from "../../shared/work/queue.ts";
import type { recommendationsRoutes } from "../routes.ts";
import { siteOf } from "../site-environment.ts";
import { BlockedHostTable } from "../tables/blocked-host-table.ts";
import { DeliveryTable } from "../tables/delivery-table.ts";
import { DirectoryTable } from "../tables/directory-table.ts";
import { documentsOnDemand } from "../tables/documents-on-demand.ts";
import { MentionCountTable } from "../tables/mention-count-table.ts";
import { MentionTable } from "../tables/mention-table.ts";
import { RateTable } from "../tables/rate-table.ts";
import { ReaderCountTable } from "../tables/reader-count-table.ts";
import { RecommendationTable } from "../tables/recommendation-table.ts";
import type { apiUses } from "../uses.ts";
import type { RecommendationMetadataMessage } from "../work/request-refresh.ts";
import type { WebmentionReceiveMessage } from "../work/webmention-receive-message.ts";
import type { WebmentionSendMessage } from "../work/webmention-send-message.ts";
import { memberTokens } from "./member-tokens.ts";
import { viewerSecret } from "./viewer-secret.ts";

export function recommendationsServices(env: Environment<typeof apiUses>) {
  const tables = documentClient();
  const oneAttempt = documentClient({ ...CALL_LIMITS.dynamodb, attempts: 1 });
  const queues = queueClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    recommendations: new RecommendationTable(tables, env.RECOMMENDATIONS_TABLE),
    deliveries: new DeliveryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    mentionCounts: new MentionCountTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    rates: new RateTable(tables, env.RECOMMENDATIONS_TABLE),
    readerCounts: new ReaderCountTable(tables, oneAttempt, env.RECOMMENDATIONS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    documents: documentsOnDemand(objectsOnDemand(), env.SITE_BUCKET),
    webmentionSendQueue: jsonQueue<WebmentionSendMessage>(queues, env.WEBMENTION_SEND_QUEUE_URL),
    webmentionReceiveQueue: jsonQueue<WebmentionReceiveMessage>(queues, env.WEBMENTION_RECEIVE_QUEUE_URL),
    metadataQueue: jsonQueue<RecommendationMetadataMessage>(queues, env.RECOMMENDATION_METADATA_QUEUE_URL),
    site: siteOf(env),
    apiUrl: env.API_URL,
    // The build puts it beside this file's bundle.
    embedScript: () => readFile(new URL("embed.js", import.meta.url), "utf8"),
    memberTokens: memberTokens({ url: env.ISSUER_URL, audience: env.ISSUER_AUDIENCE }, outboundFetch),
    viewerSecret: viewerSecret(env.VIEWER_SECRET),
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    now: () => performance.now(),
    newId: (): string => randomUUID(),
  };
}

export type RecommendationsServices = Readonly<ReturnType<typeof recommendationsServices>>;

export type RecommendationsOperation<Name extends keyof typeof recommendationsRoutes> = Operation<
  (typeof recommendationsRoutes)[Name],
  RecommendationsServices
>;
