import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { callerEnvironment } from "../shared/caller.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { json, optionalText, text, waitScale } from "../shared/env.ts";
import { httpApi } from "../shared/http-api.ts";
import { IdempotencyTable } from "../shared/idempotency-table.ts";
import { outboundFetch } from "../shared/outbound-fetch.ts";
import { jsonQueue, queueClient } from "../shared/queue.ts";
import { secretsClient, secretText } from "../shared/secret.ts";
import { documentClient } from "../shared/table.ts";
import { blockHost } from "./block-host.ts";
import { BlockedHostTable } from "./blocked-host-table.ts";
import { checkRecommendation } from "./check-recommendation.ts";
import { createRecommendation } from "./create-recommendation.ts";
import { deleteRecommendation } from "./delete-recommendation.ts";
import { DeliveryTable } from "./delivery-table.ts";
import { DirectoryTable } from "./directory-table.ts";
import { EventTable } from "./event-table.ts";
import { getRecommendation } from "./get-recommendation.ts";
import { getSettings } from "./get-settings.ts";
import { getSiteInfo } from "./get-site-info.ts";
import { getSitePage } from "./get-site-page.ts";
import { listBlockedHosts } from "./list-blocked-hosts.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listIncomingRecommendations } from "./list-incoming-recommendations.ts";
import { listMentions } from "./list-mentions.ts";
import { listRecommendations } from "./list-recommendations.ts";
import { memberTokens } from "./member-tokens.ts";
import { MentionCountTable } from "./mention-count-table.ts";
import { MentionTable } from "./mention-table.ts";
import { ownSite } from "./own-site.ts";
import { RateTable } from "./rate-table.ts";
import { receiveWebmention } from "./receive-webmention.ts";
import { RecommendationTable } from "./recommendation-table.ts";
import { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";
import { siteBucketClient } from "./site-bucket-client.ts";
import { trackClicked } from "./track-clicked.ts";
import { trackSubscribed } from "./track-subscribed.ts";
import { unblockHost } from "./unblock-host.ts";
import { updateRecommendation } from "./update-recommendation.ts";
import { WellKnownStore } from "./well-known-store.ts";

export const environment = {
  ...callerEnvironment,
  RECOMMENDATIONS_TABLE: text,
  IDEMPOTENCY_KEYS_TABLE: text,
  /** Bucket behind the site's domain. */
  SITE_BUCKET: text,
  /** The site's public address with its scheme. */
  SITE_URL: text,
  /** Its host stands for a title that is empty. */
  SITE_TITLE: optionalText,
  SITE_DESCRIPTION: optionalText,
  WEBMENTION_SEND_QUEUE_URL: text,
  WEBMENTION_RECEIVE_QUEUE_URL: text,
  RECOMMENDATION_METADATA_QUEUE_URL: text,
  /** Name of the secret that CloudFront adds to what it passes on. */
  VIEWER_SECRET: text,
  /** Whose tokens tell a member, and for whom they are: what the gateway's authorizer has. */
  ISSUER_URL: text,
  ISSUER_AUDIENCE: json(z.array(text)),
  WAIT_SCALE: waitScale,
};

function services(env: Environment<typeof environment>): RecommendationsServices {
  const tables = documentClient();
  const queues = queueClient();
  return {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    recommendations: new RecommendationTable(tables, env.RECOMMENDATIONS_TABLE),
    deliveries: new DeliveryTable(tables, env.RECOMMENDATIONS_TABLE),
    mentions: new MentionTable(tables, env.RECOMMENDATIONS_TABLE),
    mentionCounts: new MentionCountTable(tables, env.RECOMMENDATIONS_TABLE),
    blockedHosts: new BlockedHostTable(tables, env.RECOMMENDATIONS_TABLE),
    events: new EventTable(tables, env.RECOMMENDATIONS_TABLE),
    rates: new RateTable(tables, env.RECOMMENDATIONS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    wellKnown: new WellKnownStore(siteBucketClient(), env.SITE_BUCKET),
    webmentionSendQueue: jsonQueue(queues, env.WEBMENTION_SEND_QUEUE_URL),
    webmentionReceiveQueue: jsonQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL),
    metadataQueue: jsonQueue(queues, env.RECOMMENDATION_METADATA_QUEUE_URL),
    site: ownSite(env.SITE_URL, env.SITE_TITLE, env.SITE_DESCRIPTION),
    memberTokens: memberTokens({ url: env.ISSUER_URL, audience: env.ISSUER_AUDIENCE }, outboundFetch),
    viewerSecret: secretText(secretsClient(), env.VIEWER_SECRET),
    fetch: outboundFetch,
    clock: systemClock(env.WAIT_SCALE),
    now: () => performance.now(),
    random: Math.random,
    newId: randomUUID,
  };
}

export const handler = httpApi({
  routes: recommendationsRoutes,
  environment,
  services,
  operations: {
    listRecommendations,
    getRecommendation,
    createRecommendation,
    checkRecommendation,
    updateRecommendation,
    deleteRecommendation,
    trackClicked,
    trackSubscribed,
    listDeliveries,
    listIncomingRecommendations,
    listMentions,
    listBlockedHosts,
    blockHost,
    unblockHost,
    receiveWebmention,
    getSettings,
    getSitePage,
    headSitePage: getSitePage,
    getSiteInfo,
    getSiteInfoWithoutSlash: getSiteInfo,
  },
});
