import type { Mention, MentioningSite } from "../../lambdas/recommendations/domain/mention.ts";
import { mentionId } from "../../lambdas/recommendations/domain/mention.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

export const DAY = 24 * 60 * MINUTE;

export const sampleSite: MentioningSite = {
  title: "Another site",
  excerpt: null,
  featuredImage: null,
  favicon: "https://other.example/icon.png",
};

/** A mention that was just requested; a test sets only the fields that matter to it. */
export function sampleMention(fields: Partial<Mention> = {}): Mention {
  const source = fields.source ?? "https://other.example/.well-known/recommendations.json";
  const target = fields.target ?? "https://us.example/";
  return {
    id: mentionId(source, target),
    source,
    target,
    status: "new",
    requestId: "request-1",
    failures: 0,
    checkDays: 0,
    nextCheckAt: null,
    firstSeenAt: at(0).toISOString(),
    verifiedAt: null,
    lastVerifiedAt: null,
    site: null,
    expiresAt: at(7 * DAY).toISOString(),
    ...fields,
  };
}
