import type { Creation } from "../../shared/idempotency/once.ts";
import { webUrl } from "./web-url.ts";

/** The fields that a refresh keeps in step with the site. Not the title, which is always the publisher's. */
export const REFRESHED_FIELDS = ["excerpt", "featuredImage", "favicon", "oneClickSubscribe"] as const;
export type RefreshedField = (typeof REFRESHED_FIELDS)[number];

/** The content of a recommendation. */
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
  /** A field with the site's own value follows the site; a field with another value is the publisher's. */
  readonly site: KnownSite;
}

/** What the publisher sent of a recommendation. Null gives a field of `REFRESHED_FIELDS` back to the site. */
export type SentChanges = Partial<Omit<RecommendationContent, "oneClickSubscribe">> & {
  readonly oneClickSubscribe?: boolean | null;
};

/** A new recommendation's fields, as they were sent. */
export type SentContent = SentChanges & Pick<RecommendationContent, "title" | "url">;

/** The metadata of a site; null where it has none. */
export interface SiteMetadata extends Pick<RecommendationContent, RefreshedField> {
  readonly title: string | null;
  /** The name of the site, where its page says it beside the page's title. */
  readonly siteName?: string;
}

/** The source of a site's metadata: the endpoint of its one-click sign-up, or its page. */
export type MetadataSource = "endpoint" | "page";

/** The answer of a site to a lookup of its metadata. */
export interface SiteLookup extends SiteMetadata {
  readonly source: MetadataSource;
  /** False when the endpoint gave no answer or failed: then the site's one-click sign-up is not known. */
  readonly isComplete: boolean;
}

/** What a site itself said when it was last looked up. */
export interface KnownSite extends Pick<SiteMetadata, "excerpt" | "featuredImage" | "favicon"> {
  /** Null while it is not known, and the publisher has decided. */
  readonly oneClickSubscribe: boolean | null;
  /** Null before the first lookup. */
  readonly source: MetadataSource | null;
}

/** Longest excerpt that is kept, in UTF-16 code units. */
const MAX_EXCERPT = 2_000;
const ELLIPSIS = "...";

/** The fields of a site that was not looked up yet. */
const NOTHING_FOUND = { excerpt: null, featuredImage: null, favicon: null, oneClickSubscribe: false } as const;

/** A new recommendation. What was not sent is left to the first refresh. */
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
 * A recommendation after its publisher changed it; what they did not send stays, and null gives a field back to the site.
 * The very same object when nothing is different.
 */
export function edited(seen: Recommendation, sent: SentChanges, now: Date): Recommendation {
  const back = givenBack(sent).map((field) => [field, seen.site[field] ?? NOTHING_FOUND[field]]);
  const next = changed(seen, { ...sent, ...Object.fromEntries(back) }, now);
  if (seen.site.source !== null || sent.oneClickSubscribe === undefined) return next;
  // Before the first lookup, "no" may be the publisher's choice or the lack of one.
  const oneClickSubscribe = sent.oneClickSubscribe === null ? false : null;
  if (seen.site.oneClickSubscribe === oneClickSubscribe) return next;
  return { ...next, site: { ...seen.site, oneClickSubscribe } };
}

/** The fields that the publisher gives back to the site. */
export function givenBack(sent: SentChanges): readonly RefreshedField[] {
  return REFRESHED_FIELDS.filter((field) => sent[field] === null);
}

/** A recommendation that has moved to another site, of which nothing is known: the publisher's fields stay. */
export function unrefreshed(moved: Recommendation): Recommendation {
  const followed = followedFields(moved);
  const nothing = Object.fromEntries(followed.map((field) => [field, NOTHING_FOUND[field]]));
  const oneClickSubscribe = followed.includes("oneClickSubscribe") ? false : null;
  return { ...moved, ...nothing, site: { ...NOTHING_FOUND, oneClickSubscribe, source: null } };
}

/**
 * A recommendation after a lookup of its site: every field that had the site's own value has the new one. What the site
 * does not say any more stays, since a page without a text is no proof. The very same object when nothing is different.
 *
 * @param lookup null when the site gave no answer, which changes nothing; nor does a lookup without the endpoint's answer
 *   change what the endpoint said before
 */
export function refreshed(seen: Recommendation, lookup: SiteLookup | null, now: Date): Recommendation {
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

/** Whether two lookups said the same. */
export function isSameSite(one: KnownSite, other: KnownSite): boolean {
  return one.source === other.source && REFRESHED_FIELDS.every((field) => one[field] === other[field]);
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

function wholeSeconds(date: Date): string {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000).toISOString();
}
