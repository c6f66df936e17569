import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CALL_LIMITS } from "../shared/aws-client.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { IdempotencyTable } from "../shared/idempotency/idempotency-table.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { announceRecommendation } from "./http/announce-recommendation.ts";
import { checkRecommendation } from "./http/check-recommendation.ts";
import { createRecommendation } from "./http/create-recommendation.ts";
import { deleteRecommendation } from "./http/delete-recommendation.ts";
import { getEmbedScript } from "./http/get-embed-script.ts";
import { getRecommendation } from "./http/get-recommendation.ts";
import { getSettings } from "./http/get-settings.ts";
import { getSiteInfo } from "./http/get-site-info.ts";
import { getSitePage } from "./http/get-site-page.ts";
import { listAllDeliveries, listDeliveries } from "./http/list-deliveries.ts";
import { listIncomingRecommendations } from "./http/list-incoming-recommendations.ts";
import { listRecommendations } from "./http/list-recommendations.ts";
import { memberTokens } from "./http/member-tokens.ts";
import { blockHost } from "./http/moderation/block-host.ts";
import { listBlockedHosts } from "./http/moderation/list-blocked-hosts.ts";
import { listMentions } from "./http/moderation/list-mentions.ts";
import { unblockHost } from "./http/moderation/unblock-host.ts";
import { updateMention } from "./http/moderation/update-mention.ts";
import { receiveWebmention } from "./http/receive-webmention.ts";
import type { RecommendationsServices } from "./http/services.ts";
import { trackClicked } from "./http/track-clicked.ts";
import { trackSubscribed } from "./http/track-subscribed.ts";
import { updateRecommendation } from "./http/update-recommendation.ts";
import { viewerSecret } from "./http/viewer-secret.ts";
import { recommendationsRoutes } from "./routes.ts";
import { siteOf } from "./site-environment.ts";
import { BlockedHostTable } from "./tables/blocked-host-table.ts";
import { DeliveryTable } from "./tables/delivery-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { documentsOnDemand } from "./tables/documents-on-demand.ts";
import { MentionCountTable } from "./tables/mention-count-table.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { RateTable } from "./tables/rate-table.ts";
import { ReaderCountTable } from "./tables/reader-count-table.ts";
import { RecommendationTable } from "./tables/recommendation-table.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): RecommendationsServices {
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
    documents: documentsOnDemand(env.SITE_BUCKET),
    webmentionSendQueue: jsonQueue(queues, env.WEBMENTION_SEND_QUEUE_URL),
    webmentionReceiveQueue: jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL),
    metadataQueue: jsonQueue(queues, env.RECOMMENDATION_METADATA_QUEUE_URL),
    site: siteOf(env),
    apiUrl: env.API_URL,
    // The build puts it beside this file's bundle.
    embedScript: () => readFile(new URL("embed.js", import.meta.url), "utf8"),
    memberTokens: memberTokens({ url: env.ISSUER_URL, audience: env.ISSUER_AUDIENCE }, outboundFetch),
    viewerSecret: viewerSecret(env.VIEWER_SECRET),
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    now: () => performance.now(),
    newId: randomUUID,
  };
}

/** The operation of each route. */
export const operations = {
  listRecommendations,
  getRecommendation,
  createRecommendation,
  checkRecommendation,
  updateRecommendation,
  deleteRecommendation,
  trackClicked,
  trackSubscribed,
  announceRecommendation,
  listAllDeliveries,
  listDeliveries,
  listIncomingRecommendations,
  listMentions,
  updateMention,
  listBlockedHosts,
  blockHost,
  unblockHost,
  receiveWebmention,
  getSettings,
  getSitePage,
  headSitePage: getSitePage,
  getEmbedScript,
  getSiteInfo,
  getSiteInfoWithoutSlash: getSiteInfo,
};

export const handler = await warmUpHandler(
  httpApi({
    routes: recommendationsRoutes,
    environment: apiUses,
    services,
    operations,
  }),
  sampleRequest(recommendationsRoutes.listRecommendations),
);
