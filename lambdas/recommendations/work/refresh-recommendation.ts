import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { REFRESHED_FIELDS, refreshedRecommendation } from "../domain/recommendation.ts";
import type { SiteMetadataServices } from "../fetch/fetch-site-metadata.ts";
import { fetchSiteMetadata } from "../fetch/fetch-site-metadata.ts";
import type { RecommendationTable } from "../tables/recommendation-table.ts";
import type { PublishServices } from "./publish.ts";
import { publish } from "./publish.ts";
import type { RecommendationMetadataMessage } from "./request-refresh.ts";

export interface RefreshServices extends PublishServices, SiteMetadataServices {
  readonly recommendations: RecommendationTable;
  readonly clock: Clock;
}

/**
 * Looks up one recommended site and updates the fields that follow it. A late or duplicate message has no further effect.
 *
 * A site without an answer changes nothing, and is not requested again before the next day: its metadata is not urgent, the
 * daily refresh follows anyway, and dead letters for outages of other sites would hide those for errors on this side.
 */
export async function refreshRecommendation(
  { recommendationId }: RecommendationMetadataMessage,
  services: RefreshServices,
  { correlationId }: Pick<ReceivedMessage, "correlationId">,
): Promise<void> {
  const { directory, recommendations, clock } = services;
  const about = { recommendation_id: recommendationId, correlation_id: correlationId };
  const entry = await directory.entry(recommendationId);
  const seen = entry === null ? null : await recommendations.get(entry);
  if (seen === null) {
    log.info("refresh_not_needed", about);
    return;
  }
  const site = await fetchSiteMetadata(seen.url, services);
  const next = refreshedRecommendation(seen, site, clock.now());
  const outcome = { ...about, answered: site !== null };
  if (next.updatedAt === null || REFRESHED_FIELDS.every((field) => next[field] === seen[field])) {
    // No visible field has changed; the site's values are stored for the next lookup.
    if (next !== seen) await recommendations.fill(seen, next);
    log.info("recommendation_refreshed", { ...outcome, saved: false });
    return;
  }
  // The date is written first: if the invocation is interrupted after it, the next receive of the message does the rest. A
  // recommendation that was edited or deleted meanwhile is not changed; an edit requests its own refresh.
  const isDated = await directory.touch(seen, next.updatedAt);
  const saved = isDated && (await recommendations.fill(seen, next));
  if (isDated) await publishOrLeave(services, correlationId);
  log.info("recommendation_refreshed", { ...outcome, saved });
}

/** Publishes the new date. Repeating the whole refresh would not help: an unpublished date is left to reconcile. */
async function publishOrLeave(services: RefreshServices, correlationId: string): Promise<void> {
  try {
    await publish(services);
  } catch (error) {
    log.error("publish_deferred_to_reconcile", { correlation_id: correlationId, ...errorFields(error) });
  }
}
