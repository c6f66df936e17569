import * as z from "zod/mini";
import type { MentionSubject } from "../tables/mention-table.ts";

/** A message of queue `webmention-receive`: verify one mention. */
export const webmentionReceiveMessage = z.object({
  schemaVersion: z.literal(1),
  mentionId: z.string(),
  /** The request that this message belongs to. */
  requestId: z.string(),
});

export type WebmentionReceiveMessage = z.output<typeof webmentionReceiveMessage>;

/** The part of a message that identifies its mention; readable in messages of other versions, too. */
export const webmentionReceiveSubject = z.object({ mentionId: z.string(), requestId: z.string() });

/** The message that requests the verification of a mention. */
export function webmentionReceiveMessageOf({ id, requestId }: MentionSubject): WebmentionReceiveMessage {
  return { schemaVersion: 1, mentionId: id, requestId };
}
