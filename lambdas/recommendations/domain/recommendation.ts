import type { Creation } from "../../shared/idempotency/create-once.ts";
import { webUrl } from "./web-url.ts";

/** The fields that a refresh updates from the site. The title is not among them: it always comes from the publisher. */
export const REFRESHED_FIELDS = ["excerpt", "featuredImage", "favicon", "oneClickSubscribe"] as const;
export type RefreshedField = (typeof REFRESHED_FIELDS)[number];

export interface RecommendationContent {
  /** 1 to 2,000 UTF-16 code units, not trimmed. */
  readonly title: string;
  /** As the URL parser serializes it. */
  readonly url: string;
  /** By the publisher; at most 200 UTF-16 code units. */
  readonly description: string | null;
  /** By the site; at most 2,000 UTF-16 code units. */
  readonly excerpt: string | null;
  readonly featuredImage: string | null;
  readonly favicon: string | null;
  /** Whether readers can subscribe to the site without visiting it. */
  readonly oneClickSubscribe: boolean;
}

/** A recommended site. Times are ISO 8601 UTC in whole seconds. */
export interface Recommendation extends RecommendationContent {
  readonly id: string;
  readonly createdAt: string;
  /** Null before the first change. */
  readonly updatedAt: string | null;
  /**
   * The site's last known values. A field that equals the site's value follows the site; any other value was set by the
   * publisher.
   */
  readonly site: KnownSite;
}

/** How often readers followed a recommendation, and how many people subscribed there. */
export interface Counts {
  readonly clicks: number;
  readonly subscribers: number;
}

/** The fields that the publisher sent. Null resets a field of `REFRESHED_FIELDS` to the site's value. */
export type SentChanges = Partial<Omit<RecommendationContent, "oneClickSubscribe">> & {
  readonly oneClickSubscribe?: boolean | null;
};

/** The fields that the publisher sent for a new recommendation. */
export type SentContent = SentChanges & Pick<RecommendationContent, "title" | "url">;

/** The metadata of a site; null where it has none. */
export interface SiteMetadata extends Pick<RecommendationContent, RefreshedField> {
  readonly title: string | null;
  /** The site's name, where its page states it separately from the page's title. */
  readonly siteName?: string;
}

/** The source of a site's metadata: its one-click sign-up endpoint, or its page. */
export type MetadataSource = "endpoint" | "page";

export interface SiteLookup extends SiteMetadata {
  readonly source: MetadataSource;
  /** False when the endpoint did not answer or failed: whether the site has one-click sign-up is unknown then. */
  readonly isComplete: boolean;
}

/** The values that the site itself gave in the last lookup. */
export interface KnownSite extends Pick<SiteMetadata, "excerpt" | "featuredImage" | "favicon"> {
  /** Null while it is unknown and the publisher has set a value. */
  readonly oneClickSubscribe: boolean | null;
  /** Null before the first lookup. */
  readonly source: MetadataSource | null;
}

/** The longest stored excerpt, in UTF-16 code units. */
const MAX_EXCERPT = 2_000;
const ELLIPSIS = "...";

/** The fields of a site before its first lookup. */
const NOTHING_FOUND = { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false } as const;

/** A new recommendation. The first refresh fills the fields that were not sent. */
export function newRecommendation(sent: SentContent, creation: Creation): Recommendation {
  const { oneClickSubscribe = null } = sent;
  return {
    description: null,
    ...NOTHING_FOUND,
    ...sent,
    oneClickSubscribe: oneClickSubscribe ?? false,
    id: creation.id,
    createdAt: wholeSeconds(creation.at),
    updatedAt: null,
    site: { ...NOTHING_FOUND, oneClickSubscribe: oneClickSubscribe === null ? false : null, source: null },
  };
}

/**
 * A recommendation after an edit by its publisher. Fields that were not sent stay unchanged; null resets a field to the
 * site's value. Returns the same object when nothing changes.
 */
export function editedRecommendation(seen: Recommendation, sent: SentChanges, now: Date): Recommendation {
  const back = fieldsGivenBack(sent).map((field) => [field, seen.site[field] ?? NOTHING_FOUND[field]]);
  const next = changed(seen, { ...sent, ...Object.fromEntries(back) }, now);
  if (seen.site.source !== null || sent.oneClickSubscribe === undefined) return next;
  // Before the first lookup, `false` may be the publisher's choice or a missing value.
  const oneClickSubscribe = sent.oneClickSubscribe === null ? false : null;
  if (seen.site.oneClickSubscribe === oneClickSubscribe) return next;
  return { ...next, site: { ...seen.site, oneClickSubscribe } };
}

/** The fields that the publisher resets to the site's values. */
export function fieldsGivenBack(sent: SentChanges): readonly RefreshedField[] {
  return REFRESHED_FIELDS.filter((field) => sent[field] === null);
}

/** A recommendation after a move to another site, whose values are unknown: the publisher's values stay. */
export function unrefreshedRecommendation(moved: Recommendation): Recommendation {
  const followed = followedFields(moved);
  const nothing = Object.fromEntries(followed.map((field) => [field, NOTHING_FOUND[field]]));
  const oneClickSubscribe = followed.includes("oneClickSubscribe") ? false : null;
  return { ...moved, ...nothing, site: { ...NOTHING_FOUND, oneClickSubscribe, source: null } };
}

/**
 * A recommendation after a lookup of its site: each field that follows the site gets the site's new value. A value that the
 * site no longer gives stays, since a page without a text proves nothing. Returns the same object when nothing changes.
 *
 * @param lookup null when the site did not answer, which changes nothing; a lookup without the endpoint's answer does not
 * change the fields that came from the endpoint
 */
export function refreshedRecommendation(seen: Recommendation, lookup: SiteLookup | null, now: Date): Recommendation {
  if (lookup === null || (!lookup.isComplete && seen.site.source === "endpoint")) return seen;
  const site: KnownSite = {
    excerpt: cutExcerpt(lookup.excerpt ?? "") ?? seen.site.excerpt,
    featuredImage: webUrl(lookup.featuredImage ?? "") ?? seen.site.featuredImage,
    favicon: webUrl(lookup.favicon ?? "") ?? seen.site.favicon,
    oneClickSubscribe: lookup.isComplete ? lookup.oneClickSubscribe : seen.site.oneClickSubscribe,
    source: lookup.source,
  };
  const next = changed(seen, Object.fromEntries(followedFields(seen).map((field) => [field, site[field]])), now);
  return isSameSite(site, seen.site) ? next : { ...next, site };
}

function followedFields(seen: Recommendation): readonly RefreshedField[] {
  return REFRESHED_FIELDS.filter((field) => seen[field] === seen.site[field]);
}

/** Whether two lookups gave the same values. */
export function isSameSite(one: KnownSite, other: KnownSite): boolean {
  return one.source === other.source && REFRESHED_FIELDS.every((field) => one[field] === other[field]);
}

/** An excerpt as it is stored: null when empty, shortened when too long, never in the middle of a character. */
export function cutExcerpt(text: string): string | null {
  if (text.length <= MAX_EXCERPT) return text === "" ? null : text;
  return text.slice(0, MAX_EXCERPT - ELLIPSIS.length).replace(/[\ud800-\udbff]$/, "") + ELLIPSIS;
}

function changed(seen: Recommendation, sent: Partial<RecommendationContent>, now: Date): Recommendation {
  const next = { ...seen, ...sent };
  const differs = Object.keys(sent).some((field) => {
    const name = field as keyof RecommendationContent;
    return next[name] !== seen[name];
  });
  return differs ? { ...next, updatedAt: wholeSeconds(now) } : seen;
}

function wholeSeconds(date: Date): string {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000).toISOString();
}
