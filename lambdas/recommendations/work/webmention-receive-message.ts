import * as z from "zod/mini";
import type { MentionSubject } from "../tables/mention-table.ts";

/** A message of queue `webmention-receive`: verify one mention. */
export const webmentionReceiveMessage = z.object({
  schemaVersion: z.literal(1),
  mentionId: z.string(),
  requestId: z.string(),
});

export type WebmentionReceiveMessage = z.output<typeof webmentionReceiveMessage>;

/** The mention of a message, and its request; messages of other schema versions can be parsed, too. */
export const webmentionReceiveSubject = z.pipe(
  z.object({ mentionId: z.string(), requestId: z.string() }),
  z.transform(({ mentionId, requestId }) => ({ id: mentionId, workId: requestId })),
);

export function webmentionReceiveMessageOf({ id, workId }: MentionSubject): WebmentionReceiveMessage {
  return { schemaVersion: 1, mentionId: id, requestId: workId };
}
