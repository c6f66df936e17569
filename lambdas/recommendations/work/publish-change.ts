import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import { attemptEach } from "../../shared/work/attempt-each.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { enterAndSend } from "../../shared/work/queue.ts";
import { RECONCILE_GRACE_MS, reconcileAfter } from "../../shared/work/reconcile.ts";
import type { Announcement, Directory } from "../domain/directory.ts";
import type { DeliveryTable } from "../tables/delivery-table.ts";
import type { RecommendationTable } from "../tables/recommendation-table.ts";
import type { PublishServices } from "./publish.ts";
import { publish } from "./publish.ts";
import type { WebmentionSendMessage } from "./webmention-send-message.ts";
import { webmentionSendMessageOf } from "./webmention-send-message.ts";

export interface ChangeServices extends PublishServices {
  readonly recommendations: RecommendationTable;
  readonly deliveries: DeliveryTable;
  readonly webmentionSendQueue: Queue<WebmentionSendMessage>;
  readonly clock: Clock;
}

/**
 * Publishes a change of the directory: writes the well-known document, then announces the change to the sites concerned,
 * which fetch the document at once. Pending announcements of interrupted requests are completed, too.
 *
 * Never throws: the change is in the directory, and reconcile completes the rest. An alarm counts the log line.
 *
 * @param announcementId the id of the change's announcement; null without one
 */
export async function publishChange(
  services: ChangeServices,
  correlationId: string,
  announcementId: string | null,
): Promise<void> {
  try {
    await completePendingChanges(services, correlationId, announcementId);
  } catch (error) {
    log.error("publish_deferred_to_reconcile", { correlation_id: correlationId, ...errorFields(error) });
  }
}

/** The announcements whose request was interrupted: the grace period of reconcile is over. */
export function pendingAnnouncements({ announcements }: Directory, clock: Clock): readonly Announcement[] {
  const since = new Date(clock.now().getTime() - clock.wait(RECONCILE_GRACE_MS)).toISOString();
  return announcements.filter(({ at }) => at <= since);
}

/** Like `publishChange`, but throws. Repeating it is harmless. */
export async function completePendingChanges(
  services: ChangeServices,
  correlationId: string,
  announcementId: string | null = null,
): Promise<void> {
  const directory = await publish(services);
  const own = directory.announcements.filter(({ id }) => id === announcementId);
  await attemptEach(
    new Set([...own, ...pendingAnnouncements(directory, services.clock)]),
    (announcement) => announce(announcement, directory, services, correlationId),
    ({ recommendationId }, error) => {
      const about = { recommendation_id: recommendationId, correlation_id: correlationId };
      log.error("announcement_left", { ...about, ...errorFields(error) });
    },
  );
}

async function announce(
  announcement: Announcement,
  directory: Directory,
  services: ChangeServices,
  correlationId: string,
): Promise<void> {
  const { deliveries, recommendations, webmentionSendQueue, clock } = services;
  const { id: workId, recommendationId, targets } = announcement;
  if (!directory.entries.has(recommendationId)) await recommendations.markDeleted(recommendationId);
  const enter = async (target: string) => {
    const isEntered = await deliveries.announce(announcement, target, reconcileAfter(clock.now(), clock));
    return isEntered ? webmentionSendMessageOf({ recommendationId, target, workId }) : null;
  };
  const about = () => ({ recommendation_id: recommendationId });
  await enterAndSend(webmentionSendQueue, "webmention-send", targets, enter, about, correlationId);
  await services.directory.removeAnnouncement(announcement);
}
