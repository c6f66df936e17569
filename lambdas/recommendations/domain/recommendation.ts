import type { Creation } from "../../shared/idempotency/once.ts";
import { webUrl } from "./web-url.ts";

/** What a site says of itself and a refresh may fill in. Not the title: no recommendation is without one. */
export const REFRESHED_FIELDS = ["excerpt", "featuredImage", "favicon", "oneClickSubscribe"] as const;
export type RefreshedField = (typeof REFRESHED_FIELDS)[number];

/** What a publisher says of a site. */
export interface RecommendationContent {
  /** 1 to 2,000 UTF-16 code units, not trimmed. */
  readonly title: string;
  /** As the URL parser prints it. */
  readonly url: string;
  /** The publisher's own words, 200 UTF-16 code units at the most. */
  readonly description: string | null;
  /** The site's words, 2,000 UTF-16 code units at the most. */
  readonly excerpt: string | null;
  readonly featuredImage: string | null;
  readonly favicon: string | null;
  /** Whether the site takes subscribers without a visit. */
  readonly oneClickSubscribe: boolean;
}

/** A site that is recommended. Times are ISO 8601 UTC in whole seconds. */
export interface Recommendation extends RecommendationContent {
  readonly id: string;
  readonly createdAt: string;
  /** Null until something changes. */
  readonly updatedAt: string | null;
  /** What the publisher has sent, if only to clear it: a refresh leaves it alone. */
  readonly own: readonly RefreshedField[];
}

/** A new recommendation's fields, as they were sent. */
export type SentContent = Pick<RecommendationContent, "title" | "url"> & Partial<RecommendationContent>;

/** What a site was found to say of itself; null where it says nothing. */
export interface SiteMetadata extends Pick<RecommendationContent, RefreshedField> {
  readonly title: string | null;
}

/** Longest excerpt that is kept, in UTF-16 code units. */
const MAX_EXCERPT = 2_000;
const ELLIPSIS = "...";

const NOTHING_FOUND = { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false } as const;

/** A new recommendation. What was not sent is left to the first refresh. */
export function newRecommendation(sent: SentContent, creation: Creation): Recommendation {
  return {
    description: null,
    ...NOTHING_FOUND,
    ...sent,
    id: creation.id,
    createdAt: wholeSeconds(creation.at),
    updatedAt: null,
    own: ownFields(sent, []),
  };
}

/**
 * A recommendation after its publisher changed it; what they did not send stays. The very same object when nothing is
 * different, not even what is theirs.
 */
export function edited(seen: Recommendation, sent: Partial<RecommendationContent>, now: Date): Recommendation {
  const own = ownFields(sent, seen.own);
  const next = changed(seen, sent, now);
  return own.length === seen.own.length ? next : { ...next, own };
}

/** A recommendation that has moved to another site: what a look had found at the one before is not known of this one. */
export function unrefreshed(moved: Recommendation): Recommendation {
  const found = REFRESHED_FIELDS.filter((field) => !moved.own.includes(field));
  return { ...moved, ...Object.fromEntries(found.map((field) => [field, NOTHING_FOUND[field]])) };
}

/**
 * A recommendation after a look at its site: filled in where the publisher sent nothing and the site says something.
 * The very same object when nothing is different.
 *
 * @param site null when it could not be asked, which changes nothing
 */
export function refreshed(seen: Recommendation, site: SiteMetadata | null, now: Date): Recommendation {
  if (site === null) return seen;
  const found = {
    excerpt: site.excerpt === null ? null : cutExcerpt(site.excerpt),
    featuredImage: site.featuredImage === null ? null : webUrl(site.featuredImage),
    favicon: site.favicon === null ? null : webUrl(site.favicon),
    oneClickSubscribe: site.oneClickSubscribe,
  };
  const fills = REFRESHED_FIELDS.filter((field) => !seen.own.includes(field) && found[field] !== null);
  return changed(seen, Object.fromEntries(fills.map((field) => [field, found[field]])), now);
}

/** An excerpt as it is kept: null when empty, cut when too long, never within a character. */
export function cutExcerpt(text: string): string | null {
  if (text.length <= MAX_EXCERPT) return text === "" ? null : text;
  const kept = text.slice(0, MAX_EXCERPT - ELLIPSIS.length);
  return (kept.isWellFormed() ? kept : kept.replace(/[\ud800-\udbff]$/, "")) + ELLIPSIS;
}

function changed(seen: Recommendation, sent: Partial<RecommendationContent>, now: Date): Recommendation {
  const next = { ...seen, ...sent };
  const differs = Object.keys(sent).some((field) => {
    const name = field as keyof RecommendationContent;
    return next[name] !== seen[name];
  });
  return differs ? { ...next, updatedAt: wholeSeconds(now) } : seen;
}

function ownFields(sent: Partial<RecommendationContent>, before: readonly RefreshedField[]): readonly RefreshedField[] {
  return REFRESHED_FIELDS.filter((field) => field in sent || before.includes(field));
}

function wholeSeconds(date: Date): string {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000).toISOString();
}
