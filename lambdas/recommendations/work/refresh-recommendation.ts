import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { ReceivedMessage } from "../../shared/work/worker.ts";
import { refreshed } from "../domain/recommendation.ts";
import type { SiteMetadataServices } from "../fetch/site-metadata.ts";
import { siteMetadata } from "../fetch/site-metadata.ts";
import type { RecommendationTable } from "../tables/recommendation-table.ts";
import type { RecommendationMetadataMessage } from "./recommendation-metadata-message.ts";
import type { PublishServices } from "./well-known.ts";
import { publish } from "./well-known.ts";

/** What a refresh works with. */
export interface RefreshServices extends PublishServices, SiteMetadataServices {
  readonly recommendations: RecommendationTable;
  readonly clock: Clock;
}

/**
 * Looks at one recommended site and fills in what its publisher left out. A message that came late or twice changes
 * nothing that is not so.
 *
 * A site that can't be asked changes nothing, and is not asked again before the next day: what it says of itself is a
 * nicety, the daily refresh comes anyway, and in the dead-letter queue messages that failed for other people's outages
 * would hide those that failed for our own.
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
  const site = await siteMetadata(seen.url, services);
  const next = refreshed(seen, site, clock.now());
  const outcome = { ...about, answered: site !== null };
  if (next === seen || next.updatedAt === null) {
    log.info("recommendation_refreshed", { ...outcome, saved: false });
    return;
  }
  // The date first: cut short after it, the message comes again and finds the rest still to be done. What was edited or
  // deleted meanwhile is left alone; an edit asks for a refresh of its own.
  const isStillThere = (await directory.entry(seen.id))?.url === seen.url;
  const isDated = isStillThere && (await directory.touch(seen.id, next.updatedAt));
  const saved = isDated && (await recommendations.fill(seen, next));
  if (isDated) await publishOrLeave(services, correlationId);
  log.info("recommendation_refreshed", { ...outcome, saved });
}

/** Publishes the new date. Doing all the work again would not help: what is not published is left to reconcile. */
async function publishOrLeave(services: RefreshServices, correlationId: string): Promise<void> {
  try {
    await publish(services);
  } catch (error) {
    log.error("publish_deferred_to_reconcile", { correlation_id: correlationId, ...errorFields(error) });
  }
}
