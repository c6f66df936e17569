import * as z from "zod/mini";
import type { Mention } from "../../domain/mention.ts";
import { MENTION_KINDS, MENTION_STATUSES, mentionKind } from "../../domain/mention.ts";

export const mentionSchema = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  kind: z.enum(MENTION_KINDS),
  status: z.enum(MENTION_STATUSES),
  title: z.nullable(z.string()),
  /** Whether an administrator has hidden it. */
  hidden: z.boolean(),
  first_seen_at: z.iso.datetime(),
  last_verified_at: z.nullable(z.iso.datetime()),
});

export function mentionAnswer(mention: Mention): z.output<typeof mentionSchema> {
  return {
    id: mention.id,
    source: mention.source.href,
    target: mention.target,
    kind: mentionKind(mention.source),
    status: mention.status,
    title: mention.site?.title ?? null,
    hidden: mention.isHidden,
    first_seen_at: mention.firstSeenAt,
    last_verified_at: mention.lastVerifiedAt,
  };
}
