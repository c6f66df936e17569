import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
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
import { listForElement, listRecommendations } from "./http/list-recommendations.ts";
import { blockHost } from "./http/moderation/block-host.ts";
import { listBlockedHosts } from "./http/moderation/list-blocked-hosts.ts";
import { listMentions } from "./http/moderation/list-mentions.ts";
import { unblockHost } from "./http/moderation/unblock-host.ts";
import { updateMention } from "./http/moderation/update-mention.ts";
import { receiveWebmention } from "./http/receive-webmention.ts";
import { recommendationsServices } from "./http/services.ts";
import { trackClicked } from "./http/track-clicked.ts";
import { trackSubscribed } from "./http/track-subscribed.ts";
import { updateRecommendation } from "./http/update-recommendation.ts";
import { recommendationsRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

export const operations = {
  listRecommendations,
  listForElement,
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
    services: recommendationsServices,
    operations,
  }),
  sampleRequest(recommendationsRoutes.listRecommendations),
);
