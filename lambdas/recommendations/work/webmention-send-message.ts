import * as z from "zod/mini";
import type { DeliverySubject } from "../tables/delivery-table.ts";

/** A message of queue `webmention-send`: send a Webmention to one target. */
export const webmentionSendMessage = z.object({
  schemaVersion: z.literal(1),
  recommendationId: z.string(),
  target: z.string(),
  /** The announcement that this message belongs to. */
  announcementId: z.string(),
});

export type WebmentionSendMessage = z.output<typeof webmentionSendMessage>;

/** The part of a message that identifies its delivery; readable in messages of other versions, too. */
export const webmentionSendSubject = z.object({
  recommendationId: z.string(),
  target: z.string(),
  announcementId: z.string(),
});

/** The message that requests a delivery. */
export function webmentionSendMessageOf(delivery: DeliverySubject): WebmentionSendMessage {
  const { recommendationId, target, announcementId } = delivery;
  return { schemaVersion: 1, recommendationId, target, announcementId };
}
