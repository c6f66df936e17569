import type { Clock } from "../shared/clock.ts";
import type { ResendQueue } from "../shared/work/backlog.ts";
import { resendQueue } from "../shared/work/backlog.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { siteOf } from "./site-environment.ts";
import { DeliveryTable } from "./tables/delivery-table.ts";
import { DirectoryTable } from "./tables/directory-table.ts";
import { DocumentStore } from "./tables/document-store.ts";
import { MentionTable } from "./tables/mention-table.ts";
import { RecommendationTable } from "./tables/recommendation-table.ts";
import { reconcileUses } from "./uses.ts";
import { missVerification } from "./work/miss-verification.ts";
import { isPublished } from "./work/publish.ts";
import type { ChangeServices } from "./work/publish-change.ts";
import { completePendingChanges, pendingAnnouncements } from "./work/publish-change.ts";
import type { WebmentionReceiveMessage } from "./work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "./work/webmention-receive-message.ts";
import type { WebmentionSendMessage } from "./work/webmention-send-message.ts";
import { webmentionSendMessageOf } from "./work/webmention-send-message.ts";

/**
 * Changes that are not yet in the published documents, or not yet announced to the sites concerned: they are completed at
 * once. They are never given up: they are acknowledged, and can fail only while a service is unavailable.
 */
export function reconcilableDirectory(services: ChangeServices): Reconcilable {
  return {
    name: "recommendation_changes",
    queue: null,
    async overdue() {
      const directory = await services.directory.read();
      const isLeft = pendingAnnouncements(directory, services.clock).length > 0;
      if (!isLeft && (await isPublished(directory, services))) return [];
      return [
        {
          rounds: 0,
          postpone: async () => undefined,
          giveUp: async () => undefined,
        },
      ];
    },
    async send(_changes, correlationId) {
      await completePendingChanges(services, correlationId);
      return { unsent: [], error: null };
    },
  };
}

export function reconcilableDeliveries(
  deliveries: DeliveryTable,
  queue: ResendQueue<WebmentionSendMessage>,
  clock: Clock,
): Reconcilable {
  return reconcilable({
    name: "webmention_deliveries",
    table: deliveries,
    queue,
    toMessage: webmentionSendMessageOf,
    giveUp: (delivery, code) => deliveries.giveUp(delivery, code),
    clock,
  });
}

export function reconcilableMentions(
  mentions: MentionTable,
  queue: ResendQueue<WebmentionReceiveMessage>,
  clock: Clock,
): Reconcilable {
  return reconcilable({
    name: "mentions",
    table: mentions,
    queue,
    toMessage: webmentionReceiveMessageOf,
    giveUp: (mention) => missVerification(mention, { mentions, clock }),
    clock,
  });
}

export const recommendationsReconcile = reconcilePart(reconcileUses, (env, { tables, queues, objects, clock }) => {
  const deliveries = new DeliveryTable(tables, env.RECOMMENDATIONS_TABLE);
  const webmentionSendQueue = jsonQueue<WebmentionSendMessage>(queues, env.WEBMENTION_SEND_QUEUE_URL);
  const changes = {
    directory: new DirectoryTable(tables, env.RECOMMENDATIONS_TABLE),
    recommendations: new RecommendationTable(tables, env.RECOMMENDATIONS_TABLE),
    documents: new DocumentStore(objects, env.SITE_BUCKET),
    site: siteOf(env),
    deliveries,
    webmentionSendQueue,
    clock,
  };
  const mentions = new MentionTable(tables, env.RECOMMENDATIONS_TABLE);
  return [
    reconcilableDirectory(changes),
    reconcilableDeliveries(deliveries, resendQueue(queues, env.WEBMENTION_SEND_QUEUE_URL), clock),
    reconcilableMentions(mentions, resendQueue(queues, env.WEBMENTION_RECEIVE_QUEUE_URL), clock),
  ];
});
