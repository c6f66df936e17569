import type { OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { historyFeature } from "../feature.ts";
import { Site } from "../site.ts";
import { runHistory } from "../world.ts";
import { RecommendationHistory } from "./history.ts";
import { Outside } from "./outside.ts";
import type { RecommendationInvoked } from "./steps.ts";
import { recommendationHistories } from "./steps.ts";
import type { RecommendationMessage } from "./system.ts";
import { RECOMMENDATIONS_QUEUE } from "./system.ts";

/**
 * Recommendations: created, edited, deleted and announced by administrators, clicked by readers; the Webmentions that are
 * sent for them, and those that other sites send.
 */
export const recommendations = historyFeature("recommendations", recommendationHistories, (steps) => {
  const outside = new Outside();
  const site = new Site<OutboundRequest>((edition, request) => outside.answer(edition, request));
  return runHistory<RecommendationMessage, OutboundRequest, RecommendationInvoked>(
    steps,
    { queue: RECOMMENDATIONS_QUEUE, site },
    (world) => new RecommendationHistory(outside, world),
  );
});
