import * as z from "zod/mini";
import type { DeliverySubject } from "../tables/delivery-table.ts";

/** A message of queue `webmention-send`: send a Webmention to one target. */
export const webmentionSendMessage = z.object({
  schemaVersion: z.literal(1),
  recommendationId: z.string(),
  target: z.string(),
  announcementId: z.string(),
});

export type WebmentionSendMessage = z.output<typeof webmentionSendMessage>;

/** The delivery of a message, and its announcement; messages of other schema versions can be parsed, too. */
export const webmentionSendSubject = z.pipe(
  z.object({ recommendationId: z.string(), target: z.string(), announcementId: z.string() }),
  z.transform(({ announcementId, ...delivery }) => ({ ...delivery, workId: announcementId })),
);

export function webmentionSendMessageOf({ recommendationId, target, workId }: DeliverySubject): WebmentionSendMessage {
  return { schemaVersion: 1, recommendationId, target, announcementId: workId };
}
