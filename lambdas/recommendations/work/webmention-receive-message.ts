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

/** A message of queue `webmention-receive`: mail the digest of one day. */
export const mailDigestMessage = z.object({
  schemaVersion: z.literal(1),
  /** The UTC date, e.g. `2026-11-22`. */
  digestOf: z.iso.date(),
});

export type MailDigestMessage = z.output<typeof mailDigestMessage>;

/** The message that requests the mail of a day's digest. */
export function mailDigestMessageOf(day: string): MailDigestMessage {
  return { schemaVersion: 1, digestOf: day };
}
