import * as z from "zod/mini";

/** A message of queue `webmention-receive`: mail the digest of one day. */
export const mailDigestMessage = z.object({
  schemaVersion: z.literal(1),
  /** The UTC date, e.g. `2026-11-22`. */
  digestOf: z.iso.date(),
});

export type MailDigestMessage = z.output<typeof mailDigestMessage>;

/** The message that asks for the mail of a day's digest. */
export function mailDigestMessageOf(day: string): MailDigestMessage {
  return { schemaVersion: 1, digestOf: day };
}
