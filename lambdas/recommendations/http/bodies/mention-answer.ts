import * as z from "zod/mini";
import { bodyOf } from "../../../shared/http/body-of.ts";
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
  const { source, site, isHidden } = mention;
  const title = site?.title ?? null;
  return bodyOf(mentionSchema, { ...mention, source: source.href, kind: mentionKind(source), title, hidden: isHidden });
}
