import type { Mention, MentioningSite, Verification } from "../../lambdas/recommendations/domain/mention.ts";
import { mentionId } from "../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../lambdas/recommendations/domain/mention-source.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

export const DAY = 24 * 60 * MINUTE;

export const sampleSite: MentioningSite = {
  title: "Another site",
  excerpt: null,
  featuredImage: null,
  favicon: "https://other.example/icon.png",
};

/** The outcome of a verification that has found the link. */
export const FOUND: Verification = { kind: "found", site: sampleSite };

/** A request for a verification. @param moment of the request, in milliseconds */
export const requestOf = (workId: string, moment = 0) => ({
  workId,
  now: at(moment),
  reconcileAt: at(moment + 10 * MINUTE),
});

/** A mention that was just requested; a test sets only the fields that matter to it. */
export function sampleMention(fields: Partial<Mention> = {}): Mention {
  const source = fields.source ?? mentionSource("https://other.example/.well-known/recommendations.json");
  const target = fields.target ?? "https://us.example/";
  return {
    id: mentionId(source.href, target),
    source,
    target,
    status: "new",
    workId: "request-1",
    failures: 0,
    checkDays: 0,
    nextCheckAt: null,
    firstSeenAt: at(0).toISOString(),
    verifiedAt: null,
    lastVerifiedAt: null,
    site: null,
    expiresAt: at(7 * DAY).toISOString(),
    isHidden: false,
    ...fields,
  };
}
